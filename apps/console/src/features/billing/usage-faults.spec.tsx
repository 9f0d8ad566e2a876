import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UsageFault } from '@portico/contracts/http/billing';
import { listOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const showTo = (usertype: 'ADMIN' | 'CLIENT', data: UsageFault[]) =>
  renderConsole({
    path: '/usage',
    usertype,
    api: {
      'GET /users/organizations': () => ({ data: [], count: 0 }),
      'GET /events': ({ searchParams }) => listOf([], searchParams),
      'GET /admin/billing/usage-faults': () => ({ data }),
    },
  });

describe('the list of usage differences between Stripe and Portico', () => {
  it("shows administrators both values, and links to the organization's billing", async () => {
    const northwind = { organizationId: 4, organizationName: 'Northwind', lookupKey: 'payments' };
    const none = { invoice: null, stripe: null, portico: null, reason: null, since: null };
    const reason = 'The meter aggregates by last.';
    showTo('ADMIN', [
      { ...northwind, ...none, invoice: 'NW-0002', stripe: '1200', portico: '1204' },
      { ...northwind, ...none, portico: '7', reason: 'No such customer', since: '2026-11-28T10:00:00.000Z' },
      { organizationId: null, organizationName: null, lookupKey: 'peaks', ...none, reason },
    ]);
    const list = within(await screen.findByRole('list', { name: 'Usage differences' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Northwind, paymentsInvoice NW-0002 charges 1,200, Portico counted 1,204Open billing',
      expect.stringMatching(/^Northwind, paymentsUsage of 7 not sent to Stripe: No such customerSince .+Open billing$/),
      'peaksThe meter aggregates by last.',
    ]);
    const [open] = list.getAllByRole('link', { name: 'Open billing of Northwind' });
    expect(open?.getAttribute('href')).toBe('/organizations/4/billing');
  });

  it('shows an empty state if no usage differs', async () => {
    showTo('ADMIN', []);
    expect(await screen.findByText('Stripe has the same usage as Portico')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Usage' }).getAttribute('aria-selected')).toBe('true');
  });

  it('is hidden from customers', async () => {
    const { location } = showTo('CLIENT', []);
    await screen.findByText('Hello, Ada');
    expect(location()).not.toBe('/usage');
  });
});
