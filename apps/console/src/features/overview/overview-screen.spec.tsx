import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import type { Answer } from '../../testing/fake-network.ts';
import { listOf } from '../../testing/fixtures.ts';
import { trendOf } from '../../testing/health.ts';
import { entitlementOf, NORTHWIND, productOf } from '../../testing/organization.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { octoberOf, periodOf } from '../../testing/usage.ts';

const organization: OrganizationDetail = {
  ...NORTHWIND,
  organizationProducts: [
    productOf(1, 'Portal', { instanceUrl: 'https://northwind.portal.test' }),
    productOf(2, 'Bar-coding', { type: 'app' }),
    productOf(3, 'Vouchers', { active: false, instanceUrl: '' }),
  ],
  organizationEntitlements: [
    entitlementOf(1, 'Bank accounts', 3, 10),
    entitlementOf(2, 'Admin users', 1, 1100),
    entitlementOf(3, 'Scanners', 9, 9, { active: false }),
  ],
};
const show = (path: string, detail: OrganizationDetail = organization, api: Record<string, Answer> = {}) => {
  const memberships = [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' }];
  return renderConsole({
    path,
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': () => ({ data: memberships, count: 1 }),
      'GET /organizations/4': () => detail,
      'GET /events/trend': () => trendOf(),
      // Two of the three integrations share a name.
      'GET /events': ({ searchParams }) => ({
        ...listOf([], searchParams),
        integrations: ['Banking', 'Payroll'],
        integrationCount: 3,
      }),
      ...api,
    },
  });
};
const countOf = (name: string) =>
  screen
    .getAllByRole('term')
    .find((term) => term.textContent === name)
    ?.closest('div')
    ?.querySelector('dd')?.textContent;
const noteOf = (name: string) =>
  screen
    .getAllByRole('term')
    .find((term) => term.textContent === name)
    ?.closest('div')
    ?.querySelector('dd:last-child')?.textContent;
const rowsOf = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('the product tab', () => {
  // spec: D.45, D.92
  it('counts active products, allowed entitlements and integrations, and shows no used count', async () => {
    show('/dashboard?view=product');
    await screen.findByRole('heading', { name: 'Acme Connect' });
    await waitFor(() => expect(countOf('Entitlements')).toBe('2'));
    expect(noteOf('Entitlements')).toBe('10 Bank accounts, 1,100 Admin users');
    expect(countOf('Products')).toBe('2');
    expect(countOf('Integrations')).toBe('3');
  });

  // spec: D.83
  it('has a 24-hour bar per integration, with failures', async () => {
    const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
    const buckets = Array.from({ length: 24 }, (_, hour) => ({
      at: at(hour),
      success: hour,
      failure: hour === 7 ? 3 : 0,
    }));
    show('/dashboard?view=product', organization, {
      'GET /events/histogram': ({ searchParams }) => ({
        from: at(0),
        to: at(24),
        step: 3_600,
        buckets: searchParams.get('integration') === 'Banking' ? buckets : [],
        countedFrom: null,
        cursor: '',
      }),
    });
    const section = within(await screen.findByRole('region', { name: 'The last 24 hours' }));
    const bar = section.getByRole('figure', {
      name: 'Banking: 279 events in the last 24 hours, 3 failed in 1 of 24 hours',
    });
    expect([...bar.children].map((hour) => hour.getAttribute('data-state')).slice(0, 9)).toEqual([
      'none',
      ...Array.from({ length: 6 }, () => 'good'),
      'bad',
      'good',
    ]);
    section.getByRole('figure', { name: 'Payroll: no events in the last 24 hours' });
    expect(section.getByRole('link', { name: 'Banking' }).getAttribute('href')).toBe(
      '/dashboard?range=24h&integration=Banking',
    );
    expect(section.getByText('1 more integration')).toBeTruthy();
  });

  it('counts the events of a period, and compares the count with the previous period', async () => {
    const { calls } = show('/dashboard?view=product');
    await waitFor(() => expect(countOf('Events')).toBe('120'));
    expect(countOf('Failures')).toBe('20');
    expect(noteOf('Events')).toBe('Same as the previous 24 h');
    expect(noteOf('Failures')).toBe('Down 33% from the previous 24 h');
    await userEvent.click(screen.getByRole('radio', { name: '30 d' }));
    await waitFor(() => expect(calls).toContain('GET /events/trend?period=30d'));
  });

  // spec: 3.7, 4.29, D.102
  it('lists products with name, type, state and instance', async () => {
    show('/dashboard?view=product');
    expect(await rowsOf('Products of Northwind')).toEqual([
      'Portalactivebase·https://northwind.portal.test',
      'Bar-codingactiveapp·Instance pending...',
      'Vouchersinactivebase·Instance pending...',
    ]);
    expect(screen.getByRole('link', { name: 'https://northwind.portal.test' }).getAttribute('rel')).toBe('noreferrer');
  });

  // spec: 4.29, D.92
  it('lists entitlements with only their allowed count if they have no meter', async () => {
    show('/dashboard?view=product');
    expect(await rowsOf('Entitlements of Northwind')).toEqual([
      'Bank accounts10 allowed',
      'Admin users1,100 allowed',
      'Scannersinactive9 allowed',
    ]);
  });

  // spec: D.97
  it('links a used count to the counted events', async () => {
    const periods = [periodOf(3, 'key_1', '1234'), octoberOf(2, 'key_1', '7'), octoberOf(1, 'key_3', '9')];
    show('/dashboard?view=product', organization, { 'GET /organizations/4/usage': () => ({ data: periods }) });
    const link = await screen.findByRole('link', { name: '1,234 used of Bank accounts, show events' });
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://console.test');
    expect([pathname, searchParams.get('where'), searchParams.get('organization')]).toEqual([
      '/dashboard',
      periods[0]?.evidence,
      '4',
    ]);
    expect(await rowsOf('Entitlements of Northwind')).toEqual([
      'Bank accounts1,234 of 10',
      'Admin users1,100 allowed',
      'Scannersinactive9 allowed',
    ]);
    expect(screen.getByRole('meter', { name: 'Bank accounts' }).getAttribute('aria-valuetext')).toBe('1,234 of 10');
  });

  it('shows a non-HTTP address as text', async () => {
    const instanceUrl = 'javascript:alert(1)';
    show('/dashboard?view=product', {
      ...organization,
      organizationProducts: [productOf(1, 'Portal', { instanceUrl })],
    });
    expect(await screen.findByText(instanceUrl)).toBeTruthy();
    expect(screen.queryByRole('link', { name: instanceUrl })).toBeNull();
  });

  it('links an organization without products to the products', async () => {
    show('/dashboard?view=product', NORTHWIND);
    expect(await screen.findByRole('heading', { name: 'No products yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the products' }).getAttribute('href')).toBe('/products');
  });

  // spec: 2.11, D.46
  it('shows in the bar-coding view that the user has no barcoding app', async () => {
    show('/dashboard?view=bar-coding');
    expect(await screen.findByText('You do not have a barcoding app')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Acme Connect', selected: true })).toBeTruthy();
  });
});
