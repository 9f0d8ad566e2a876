import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import type { OrganizationEntitlement } from '@portico/contracts/http/orgs';
import type { UsagePeriod } from '@portico/contracts/http/usage';
import type { Answer } from '../../testing/fake-network.ts';
import { entitlementOf, NORTHWIND } from '../../testing/organization.ts';
import { billingOf } from '../../testing/organization-billing.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { octoberOf, periodOf } from '../../testing/usage.ts';

const PAYMENTS = 'payments';
const show = (
  periods: UsagePeriod[],
  usertype: Usertype = 'CLIENT',
  api: Record<string, Answer> = {},
  change: Partial<OrganizationEntitlement> = {},
) =>
  renderConsole({
    path: '/organizations/4/billing',
    usertype,
    api: {
      'GET /organization-billing/4': () => billingOf(),
      'GET /organizations/4': () => ({
        ...NORTHWIND,
        organizationEntitlements: [entitlementOf(11, 'Payments', 0, 50, { lookupKey: PAYMENTS, ...change })],
      }),
      'GET /organizations/4/usage': () => ({ data: periods }),
      ...Object.fromEntries(periods.map((period) => [`GET /usage/${period.id}`, () => ({ ...period, days: null })])),
      'GET /users/organizations': () => ({ data: [], count: 0 }),
      ...api,
    },
  });
const searchOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'http://console.test').searchParams;

describe('the usage of an organization', () => {
  // spec: D.75, D.97
  it('lists the current month with its events, and earlier months', async () => {
    const adjustment = {
      id: 1,
      amount: '-2',
      reason: 'A retry',
      userId: 1,
      userName: 'Ada',
      createdAt: '2026-11-19T10:00:00.000Z',
    };
    const running = periodOf(2, PAYMENTS, '60', { adjustments: [adjustment] });
    show([running, octoberOf(1, PAYMENTS, '12')]);
    const link = await screen.findByRole('link', { name: 'Show events of Payments in November 2026' });
    expect(Object.fromEntries(searchOf(link))).toEqual({ where: running.evidence, organization: '4' });
    expect(screen.getByText('Since November 1, still counting')).toBeTruthy();
    expect(screen.getByText('Adjusted by -2 on November 19 by Ada: A retry')).toBeTruthy();
    const [meter] = screen.getAllByRole('meter', { name: 'Payments' });
    expect(meter?.getAttribute('aria-valuetext')).toBe('60 of 50');
    const earlier = within(screen.getByRole('list', { name: 'Earlier periods of Payments' }));
    expect(earlier.getByText('12 used, final')).toBeTruthy();
    expect(searchOf(earlier.getByRole('link')).get('where')).toContain('arrived:>=2026-10-01');
    expect(screen.queryByRole('button', { name: /^Adjust/ })).toBeNull();
  });

  it.each([
    ['49', 'Portico rejects events above the limit.'],
    ['50', 'The limit is reached: Portico rejects further events.'],
  ])('shows if %s of a hard limit of 50 are used: %s', async (used, text) => {
    show([periodOf(2, PAYMENTS, used)], 'CLIENT', {}, { hard: true });
    // The text appears in the list of entitlements and next to the month.
    expect((await screen.findAllByText(text)).length).toBe(2);
  });

  it("shows days and a forecast in the period's time zone", async () => {
    const period = periodOf(2, PAYMENTS, '60', {
      startsAt: '2026-11-09T15:00:00.000Z',
      endsAt: '2026-12-09T15:00:00.000Z',
      countedTo: '2026-11-12T16:00:00.000Z',
      timeZone: 'Asia/Tokyo',
    });
    show([period], 'CLIENT', {
      'GET /usage/2': () => ({ ...period, days: [{ day: '2026-11-11', value: '60', events: 60 }] }),
    });
    const chart = await screen.findByRole('figure', { name: 'Payments by day: most on November 11, 60' });
    expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      'November 10: 0',
      'November 11: 60',
      'November 12: 0',
      'November 13: 0',
    ]);
    expect(screen.getByText('About 592 by December 10 at this rate, over the 50 allowed')).toBeTruthy();
    expect(screen.getByText('Since November 10, still counting')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: /^Show events of Payments in November 10.–.December 9, 2026$/ }),
    ).toBeTruthy();
  });

  it.each<[string, Partial<UsagePeriod>]>([
    ['on the first day of the period', { countedTo: '2026-11-01T23:00:00.000Z' }],
    ['after the end of the period', { state: 'closing' }],
    ['for distinct values', { measure: 'distinct', field: 'account' }],
  ])('has no forecast %s', async (_, change) => {
    show([periodOf(2, PAYMENTS, '60', change)]);
    await screen.findByRole('link', { name: /^Show events of Payments/ });
    expect(screen.queryByText(/at this rate/)).toBeNull();
  });

  it('is empty without a meter', async () => {
    show([]);
    expect(await screen.findByText('No usage is metered yet.')).toBeTruthy();
    expect(await screen.findByText('50 allowed')).toBeTruthy();
  });

  it('can be reloaded after a failure, while billing stays visible', async () => {
    let isAway = true;
    show([], 'CLIENT', {
      'GET /organizations/4/usage': () => (isAway ? refusalOf(503, 'unavailable', 'Later') : { data: [] }),
    });
    expect(await screen.findByText('Usage could not be loaded')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Subscriptions' })).toBeTruthy();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No usage is metered yet.')).toBeTruthy();
  });

  it('can be adjusted by an administrator who gives a reason', async () => {
    const sent: unknown[] = [];
    let period = periodOf(2, PAYMENTS, '60');
    show([], 'ADMIN', {
      'GET /organizations/4/usage': () => ({ data: [period] }),
      'POST /usage/2/adjustments': (_, { body }) => {
        sent.push(JSON.parse(typeof body === 'string' ? body : ''));
        period = { ...period, used: '57' };
        return period;
      },
    });
    const name = 'Adjust Payments in November 2026';
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Amount/ }), '-three');
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Retries');
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust' }));
    expect(await dialog.findByText(/should be a number/)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.clear(dialog.getByRole('textbox', { name: /Amount/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Amount/ }), '-3');
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ amount: '-3', reason: 'Retries' }]);
    expect((await screen.findAllByRole('link', { name: '57 used of Payments, show events' })).length).toBe(2);
  });
});
