import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LETTER_SERVICES } from '@portico/contracts/http/dead-letters';
import type { UsageFault } from '@portico/contracts/http/billing';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import type { Trouble } from '@portico/contracts/http/trouble';
import type { Answer } from '../../testing/fake-network.ts';
import { listOf } from '../../testing/fixtures.ts';
import { ago, trendOf } from '../../testing/health.ts';
import { NORTHWIND } from '../../testing/organization.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { answeringTrouble, silentOf, troubleOf, uncorrectedOf } from '../../testing/trouble.ts';

describe("the overview's list of problems", () => {
  const request = {
    organization: { id: 5, name: 'Contoso' },
    user: { id: 9, name: 'Lena Lead', email: 'lena@lead.test' },
    requestedAt: '2026-01-01T00:00:00.000Z',
  };
  const letters = (waiting: number) => ({ data: [], count: 0, waiting, waitingSince: waiting > 0 ? ago(90) : null });
  const differs: UsageFault = {
    organizationId: 4,
    organizationName: 'Northwind',
    lookupKey: 'payments',
    invoice: 'NW-0002',
    stripe: '1200',
    portico: '1204',
    reason: null,
    since: ago(90),
  };
  type Shown = {
    usertype?: 'ADMIN' | 'CLIENT' | 'VENDOR';
    role?: 'viewer' | 'manager';
    trouble?: Trouble[];
    rejected?: Uncorrected[];
    dead?: number;
    differing?: UsageFault[];
    requests?: (typeof request)[];
    failures?: number;
    api?: Record<string, Answer>;
  };
  const showTo = ({
    usertype = 'ADMIN',
    role = 'viewer',
    trouble = [],
    rejected = [],
    dead = 0,
    differing = [],
    requests = [],
    failures = 0,
    api = {},
  }: Shown) =>
    renderConsole({
      path: '/dashboard?view=product',
      usertype,
      api: {
        'GET /users/organizations': () =>
          usertype === 'CLIENT'
            ? { data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role }], count: 1 }
            : { data: [], count: 0 },
        'GET /organizations/4': () => NORTHWIND,
        'GET /organizations': () => ({ data: [], count: 3 }),
        'GET /integrations': () => ({ data: [], count: 8 }),
        'GET /events': ({ searchParams }) => listOf([], searchParams),
        'GET /events/trend': () => trendOf({ counts: { success: 100, failure: failures } }),
        'GET /trouble': answeringTrouble(...trouble),
        'GET /events/rejected/uncorrected': () => ({ data: rejected }),
        'GET /admin/billing/usage-faults': () => ({ data: differing }),
        'GET /organizations/requests': () => ({ data: requests, count: requests.length }),
        ...Object.fromEntries(
          LETTER_SERVICES.map((service) => [
            `GET /dead-letters/${service}`,
            () => letters(service === 'orgs' ? dead : 0),
          ]),
        ),
        ...api,
      },
    });
  const region = async () => within(await screen.findByRole('region', { name: 'Current problems' }));
  const lines = async () =>
    (await region())
      .getAllByRole('listitem')
      .map((line) => [
        line.textContent.replace(/ ?Since.*|More problems.*/, ''),
        line.querySelector('a')?.getAttribute('href') ?? null,
      ]);
  const tick = async () => (await region()).getByText('There are no problems now.').closest('p')?.querySelector('svg');

  // spec: D.76, D.83
  it('shows an administrator failures, silence, rejected events, dead letters, usage differences and requests, worst first', async () => {
    showTo({
      trouble: [
        troubleOf(3),
        silentOf(6, { integration: 'Invoicing' }),
        troubleOf(7, { integration: 'Pension', level: 'below' }),
      ],
      rejected: [uncorrectedOf(5)],
      dead: 2,
      differing: [differs],
      requests: [request],
    });
    await screen.findByText('Lena Lead asks to join Contoso');
    await screen.findByText('orgs could not apply 2 changes');
    await screen.findByText('Stripe has a different usage for Northwind, payments');
    expect(await lines()).toEqual([
      ['Payroll of Northwind has been failing for 2 h 14 min', '/admin/integrations/3'],
      ['Invoicing of Northwind has been silent for 1 d 2 h', '/admin/integrations/6'],
      ['Pension of Northwind has failures below the threshold', '/admin/integrations/7'],
      ['1 event of Banking of Northwind was rejected', '/rejected?integration=5'],
      ['orgs could not apply 2 changes', '/dead-letters?service=orgs'],
      ['Stripe has a different usage for Northwind, payments', '/usage'],
      ['Lena Lead asks to join Contoso', '/organizations/5/people'],
    ]);
    const [failing, silent] = (await region()).getAllByRole('listitem');
    expect(failing?.textContent).toContain('payrun.completed failed 12 times in 10 min (30 %)');
    expect(failing?.textContent).toContain('not assigned');
    expect(silent?.textContent).toMatch(/about 31 expected/);
    const countOf = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div')?.querySelector('dd');
    expect(countOf('Integrations')?.textContent).toBe('8');
    expect(countOf('Organizations')?.textContent).toBe('3');
  });

  it('explains the consequences to a customer, without requests to join', async () => {
    const { calls } = showTo({ usertype: 'CLIENT', trouble: [troubleOf(3)] });
    await screen.findByText('Payroll has trouble delivering');
    expect(await lines()).toEqual([['Payroll has trouble delivering', '/episodes']]);
    expect((await region()).getByText(/Bank rejected the file/)).toBeTruthy();
    expect(calls.filter((call) => /requests|dead-letters|usage-faults/.test(call))).toEqual([]);
  });

  it('counts usage differences in the menu until Stripe and Portico agree', async () => {
    let differing = [differs];
    const { services } = showTo({ api: { 'GET /admin/billing/usage-faults': () => ({ data: differing }) } });
    await screen.findByRole('link', { name: 'Trouble: 1 usage difference with Stripe' }, { timeout: 8_000 });
    expect((await region()).queryByText('There are no problems now.')).toBeNull();
    differing = [];
    const { queryClient } = await services.backend();
    await act(() => queryClient.invalidateQueries());
    await waitFor(async () => expect(await tick()).toBeTruthy());
    expect(screen.getByRole('link', { name: 'Trouble' })).toBeTruthy();
  });

  it('lists requests to join to a manager', async () => {
    showTo({ usertype: 'CLIENT', role: 'manager', requests: [request] });
    expect(await screen.findByText('Lena Lead asks to join Contoso')).toBeTruthy();
  });

  it('marks integrations in maintenance, and shows the number of integrations beyond the tenth', async () => {
    const maintenance = { until: ago(-60), reason: 'Database upgrade' };
    const many = Array.from({ length: 12 }, (_, index) => troubleOf(20 + index, { integration: `Service ${index}` }));
    showTo({ trouble: [troubleOf(3, { maintenance }), ...many] });
    expect(await screen.findByText(/^Maintenance until/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^3 more integrations/ }).getAttribute('href')).toBe('/episodes');
  });

  it('shows a tick if there are no problems', async () => {
    showTo({});
    await waitFor(async () => expect(await tick()).toBeTruthy());
    expect((await region()).queryByRole('link')).toBeNull();
  });

  it('shows a link to failed events instead of a tick if events failed in the selected period', async () => {
    showTo({ failures: 18 });
    const link = await screen.findByRole('link', { name: '18 events failed in the last 24 h' });
    expect(link.getAttribute('href')).toBe('/dashboard?status=FAILURE&range=24h');
    expect(await tick()).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: '7 d' }));
    expect(await screen.findByRole('link', { name: '18 events failed in the last 7 d' })).toBeTruthy();
  });

  it.each([
    ['GET /trouble', 'Integrations could not be loaded'],
    ['GET /events/rejected/uncorrected', 'Rejected events could not be loaded'],
    ['GET /dead-letters/billing', 'Dead letters could not be loaded'],
    ['GET /admin/billing/usage-faults', 'Usage could not be loaded'],
    ['GET /organizations/requests', 'Requests to join could not be loaded'],
  ])('shows an error instead of a tick if %s fails', async (endpoint, text) => {
    showTo({ api: { [endpoint]: () => refusalOf(503, 'unavailable', 'Not now') } });
    expect(await screen.findByText(text, {}, { timeout: 8_000 })).toBeTruthy();
    expect(screen.queryByText('There are no problems now.')).toBeNull();
  });

  it('shows publishers only rejected events', async () => {
    showTo({ usertype: 'VENDOR', rejected: [uncorrectedOf(5)] });
    await screen.findByText('1 event of Banking was rejected');
    expect(await lines()).toEqual([['1 event of Banking was rejected', '/rejected?integration=5']]);
  });
});
