import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrganizationBilling } from '@portico/contracts/http/organization-billing';
import type { Answer } from '../../testing/fake-network.ts';
import { entitlementOf, NORTHWIND } from '../../testing/organization.ts';
import { billingOf, invoiceOf, subscriptionOf } from '../../testing/organization-billing.ts';
import { evidenceHref } from '../../shared/health/hrefs.ts';
import { octoberOf } from '../../testing/usage.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const show = (change: Partial<OrganizationBilling> = {}, api: Record<string, Answer> = {}) =>
  renderConsole({
    path: '/organizations/4/billing',
    usertype: 'CLIENT',
    api: {
      'GET /organization-billing/4': () => billingOf(change),
      'GET /organizations/4': () => ({
        ...NORTHWIND,
        organizationEntitlements: [entitlementOf(11, 'Bank accounts', 3, 10)],
      }),
      'GET /organizations/4/usage': () => ({ data: [] }),
      'GET /users/organizations': () => ({ data: [], count: 0 }),
      ...api,
    },
  });
const subscription = async () => within(await screen.findByRole('list', { name: 'Subscriptions' }));

describe("an organization's own billing", () => {
  afterEach(() => void jest.useRealTimers());

  // spec: D.108, D.92
  it('shows the subscriptions, the next charge, and the allowed counts', async () => {
    show();
    const { getByText } = await subscription();
    expect(getByText('2 × Bank account')).toBeTruthy();
    expect(getByText('$50.00 each every month')).toBeTruthy();
    expect(getByText('active')).toBeTruthy();
    expect(getByText(/^Next charge/).textContent).toBe(
      'Next charge: $100.00 on December 20, 2026, with Visa •••• 4242.',
    );
    expect(screen.getByRole('heading', { name: 'Northwind', level: 1 })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    const entitlements = await screen.findByRole('list', { name: 'Entitlements' });
    expect(entitlements.textContent).toBe('Bank accounts10 allowed');
  });

  // spec: D.108
  it('lists the newest invoices with links to their pages and PDF files', async () => {
    show({
      hasMore: true,
      invoices: [invoiceOf('2', { total: 4_000, currency: 'jpy' }), invoiceOf('1', { pageUrl: null, pdfUrl: null })],
    });
    const [first, second] = within(await screen.findByRole('list', { name: 'Invoices' })).getAllByRole('listitem');
    if (!first || !second) throw new Error('there are not two invoices');
    expect(within(first).getByText('¥4,000')).toBeTruthy();
    expect(within(first).getByText('Paid')).toBeTruthy();
    const view = within(first).getByRole('link', { name: 'View invoice NW-2' });
    expect(view.getAttribute('href')).toBe('https://invoice.stripe.test/2');
    const file = within(first).getByRole('link', { name: 'PDF of invoice NW-2' });
    expect(file.getAttribute('href')).toBe('https://invoice.stripe.test/2/pdf');
    expect(within(second).queryByRole('link')).toBeNull();
    expect(screen.getByText('These are the newest invoices. The customer portal has all invoices.')).toBeTruthy();
  });

  it('links the usage on an invoice to the counted events', async () => {
    const used = { lookupKey: 'payments', quantity: 1_204, startsAt: '2026-10-01T00:00:00.000Z' };
    const usage = [{ ...used, endsAt: '2026-11-01T00:00:00.000Z', periods: [7] }];
    show(
      { invoices: [invoiceOf('2', { usage })] },
      {
        'GET /organizations/4/usage': () => ({
          data: [octoberOf(7, 'payments', '1204'), octoberOf(6, 'payments', '1')],
        }),
      },
    );
    const invoice = within(await screen.findByRole('list', { name: 'Invoices' }));
    expect(await invoice.findByText(/^1,204 used of payments/)).toBeTruthy();
    const links = await invoice.findAllByRole('link', { name: 'Show events of payments since October 1' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([evidenceHref(octoberOf(7, 'payments', '1204'))]);
  });

  it("links to only the events within an invoice line's time if the line covers a part of a month", async () => {
    const period = octoberOf(7, 'payments', '1204');
    const [startsAt, endsAt] = ['2026-10-10T09:30:00.000Z', '2026-10-20T09:30:00.000Z'];
    const usage = [{ lookupKey: 'payments', quantity: 3, startsAt, endsAt, periods: [7] }];
    show({ invoices: [invoiceOf('2', { usage })] }, { 'GET /organizations/4/usage': () => ({ data: [period] }) });
    const link = await screen.findByRole('link', { name: 'Show events of payments since October 1' });
    const evidence = `${period.evidence} arrived:>=${startsAt} arrived:<${endsAt}`;
    expect(link.getAttribute('href')).toBe(evidenceHref({ organizationId: 4, evidence }));
  });

  it('explains a failed payment, its consequence, and how to pay', async () => {
    const open = invoiceOf('3', { status: 'open', amountDue: 10_000, nextAttemptAt: '2026-11-26T10:00:00.000Z' });
    show({
      subscriptions: [
        subscriptionOf('sub_1', {
          status: 'past_due',
          nextCharge: null,
          // The customer has canceled the subscription, but must still pay its invoice.
          endsAt: '2026-12-20T10:00:00.000Z',
          openInvoice: open,
        }),
      ],
      invoices: [open],
    });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('The payment of $100.00 for Bank account has failed')).toBeTruthy();
    expect(alert.textContent).toContain(
      'Pay the open invoice with any card, or change the card in the customer portal.',
    );
    expect(alert.textContent).toContain('Stripe will charge it again on November 26, 2026.');
    expect(alert.textContent).toContain('Until you pay, Bank account cannot be used.');
    expect(within(alert).getByRole('link', { name: 'Pay the invoice' }).getAttribute('href')).toBe(open.pageUrl);
    const { getByText } = await subscription();
    expect(getByText('payment failed')).toBeTruthy();
    expect(getByText(/^Amount due/).textContent).toBe('Amount due: $100.00, since November 20, 2026.');
    expect(screen.getByText('Not paid')).toBeTruthy();
  });

  it('shows the end of a canceled subscription instead of a next charge', async () => {
    show({
      subscriptions: [subscriptionOf('sub_1', { endsAt: '2026-12-20T10:00:00.000Z', nextCharge: null })],
      invoices: [],
    });
    const { getByText, queryByText } = await subscription();
    expect(getByText('canceled')).toBeTruthy();
    expect(getByText(/^Ends on/).textContent).toBe(
      'Ends on December 20, 2026. You can use it until then, without further charges. Undo the cancellation in the customer portal.',
    );
    expect(queryByText(/^Next charge/)).toBeNull();
    expect(screen.getByText('No invoices yet')).toBeTruthy();
  });

  it('warns of a card that expires before the next charge', async () => {
    const card = { brand: 'visa', last4: '4242', expiresMonth: 11, expiresYear: 2026 };
    show({ subscriptions: [subscriptionOf('sub_1', { card })] });
    expect((await subscription()).getByText(/expires in 11\/2026, before the next charge/)).toBeTruthy();
  });

  // spec: D.108
  it('opens the customer portal of the organization by keyboard', async () => {
    const sent: unknown[] = [];
    show(
      {},
      {
        'POST /stripe/customer-portal': (_, { body }) => {
          sent.push(body);
          return refusalOf(404, 'stripe_customer_not_found', 'Your organization does not have a Stripe account');
        },
      },
    );
    (await screen.findByRole('button', { name: 'Customer portal' })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent).toEqual([JSON.stringify({ customerId: 'cus_northwind' })]));
    expect((await screen.findAllByText('Stripe customer not found')).length).toBeGreaterThan(0);
  });

  // spec: 8.17
  it('reports a missing Stripe customer, and links to the products', async () => {
    show(
      {},
      {
        'GET /organization-billing/4': () =>
          refusalOf(404, 'stripe_customer_not_found', 'Your organization does not have a Stripe account'),
      },
    );
    expect(await screen.findByRole('heading', { name: 'Stripe customer not found' })).toBeTruthy();
    expect(screen.getAllByText('Your organization does not have a Stripe account').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'See the products' })).toBeTruthy();
  });

  it('shows members who are not managers that only managers see billing', async () => {
    show({}, { 'GET /organization-billing/4': () => refusalOf(403, 'forbidden', 'Only managers') });
    expect(await screen.findByRole('heading', { name: 'Only managers can see billing' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Customer portal/ })).toBeNull();
  });

  it('shows the usage while the payment provider is unavailable, and retries', async () => {
    let isAway = true;
    show(
      {},
      {
        'GET /organization-billing/4': () =>
          isAway ? new Response(null, { status: 503, headers: { 'retry-after': '3600' } }) : billingOf(),
      },
    );
    expect(await screen.findByRole('list', { name: 'Entitlements' })).toBeTruthy();
    await screen.findByText('Billing could not be loaded');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await subscription()).getByText(/^Next charge/)).toBeTruthy();
  });

  it('shows later changes in Stripe', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    let isPaid = false;
    const due = invoiceOf('3', { status: 'open', amountDue: 5_000 });
    show(
      {},
      {
        'GET /organization-billing/4': () =>
          billingOf({
            subscriptions: [subscriptionOf('sub_1', isPaid ? {} : { status: 'past_due', openInvoice: due })],
          }),
      },
    );
    expect((await subscription()).getByText(/^Amount due: /)).toBeTruthy();
    isPaid = true;
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect((await subscription()).getByText(/^Next charge/)).toBeTruthy();
  });
});
