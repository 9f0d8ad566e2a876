import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NORTHWIND } from '../../testing/organization.ts';
import { renderConsole } from '../../testing/render-console.tsx';

describe('use on which Stripe and Portico differ', () => {
  it("is shown to administrators with both values, and links to the organization's billing", async () => {
    const northwind = { organizationId: 4, organizationName: 'Northwind', lookupKey: 'payments' };
    const none = { invoice: null, stripe: null, portico: null, reason: null };
    const reason = 'The meter aggregates by last.';
    const usage = [
      { ...northwind, ...none, invoice: 'NW-0002', stripe: '1200', portico: '1204' },
      { ...northwind, ...none, portico: '7', reason: 'No such customer' },
      { organizationId: null, organizationName: null, lookupKey: 'peaks', ...none, reason },
    ];
    const webhooks = { waiting: 0, failing: 0, oldestReceivedAt: null };
    renderConsole({
      path: '/billing',
      usertype: 'ADMIN',
      api: {
        'GET /users/organizations': () => ({ data: [], count: 0 }),
        'GET /organizations/4': () => NORTHWIND,
        'GET /admin/billing': () => ({ data: [], count: 0, webhooks, usage }),
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Usage that differs' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Northwind, paymentsInvoice NW-0002 has 1,200, Portico counts 1,204Open billing',
      'Northwind, payments7 not sent: No such customerOpen billing',
      'peaksThe meter aggregates by last.',
    ]);
    const [open] = list.getAllByRole('button', { name: 'Open billing of Northwind' });
    if (!open) throw new Error('no button');
    await userEvent.click(open);
    expect(await screen.findByText('Northwind has not bought anything yet.')).toBeTruthy();
  });
});
