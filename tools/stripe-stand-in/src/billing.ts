import { z } from 'zod';
import type { Account } from './account.ts';
import { StripeFault } from './fault.ts';
import { linesOf } from './invoicing.ts';
import { customerOf, found, ofCustomer } from './found.ts';
import { listPage, newestFirst } from './list.ts';
import { newId, now, type Invoice, type PortalSession, type Subscription } from './objects.ts';
import { Expand, ExpandOnly, ListParameters, Whole } from './parameters.ts';
import { refundCharge } from './payments.ts';
import { route, type Route } from './route.ts';
import { linesToCome } from './subscribing.ts';

const OfCustomer = z.strictObject({ ...ListParameters, customer: z.string().optional() });

/** A response includes an invoice's payments only if the call expands them. */
const withoutPayments = (invoice: Invoice): Omit<Invoice, 'payments'> => {
  const { payments: _, ...rest } = invoice;
  return rest;
};

/** @throws StripeFault if the subscription has ended or will end with its period. */
const previewOf = (account: Account, subscription: Subscription): object => {
  if (subscription.status === 'canceled' || subscription.cancel_at_period_end)
    throw new StripeFault(404, `No upcoming invoices for customer: ${subscription.customer}`, {
      code: 'invoice_upcoming_none',
    });
  const amount = linesToCome(account, subscription).reduce((sum, line) => sum + line.amount, 0);
  const at = subscription.items.data[0]?.current_period_end ?? now();
  return {
    id: newId('upcoming_in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    billing_reason: 'upcoming',
    created: at,
    currency: subscription.currency,
    customer: subscription.customer,
    livemode: false,
    next_payment_attempt: at,
    period_end: at,
    period_start: subscription.items.data[0]?.current_period_start ?? now(),
    status: 'draft',
    subtotal: amount,
    total: amount,
  };
};

/** https://docs.stripe.com/api/invoices, /charges, /payment_intents and /refunds */
const paymentRoutes = (account: Account): Route[] => [
  route('GET', '/v1/invoices', OfCustomer, ({ customer, expand, ...paging }) => {
    const page = listPage(ofCustomer(account, account.invoices, customer), '/v1/invoices', paging);
    return expand.includes('data.payments') ? page : { ...page, data: page.data.map(withoutPayments) };
  }),
  route(
    'POST',
    '/v1/invoices/create_preview',
    ExpandOnly.extend({ customer: z.string().optional(), subscription: z.string() }),
    ({ subscription: id }) => previewOf(account, found('subscription', account.subscriptions, id, 'subscription')),
  ),
  route('GET', '/v1/invoices/{id}/lines', z.strictObject(ListParameters), (paging, id) =>
    listPage(linesOf(account, found('invoice', account.invoices, id, 'invoice')), `/v1/invoices/${id}/lines`, paging),
  ),
  route('GET', '/v1/invoices/{id}', ExpandOnly, ({ expand }, id) => {
    const invoice = found('invoice', account.invoices, id, 'invoice');
    return expand.includes('payments') ? invoice : withoutPayments(invoice);
  }),
  route(
    'GET',
    '/v1/charges',
    OfCustomer.extend({ payment_intent: z.string().optional() }),
    ({ customer, payment_intent: intent, ...paging }) => {
      const rows = ofCustomer(account, account.charges, customer).filter(
        (row) => !intent || row.payment_intent === intent,
      );
      return listPage(rows, '/v1/charges', paging);
    },
  ),
  route('GET', '/v1/charges/{id}', ExpandOnly, (_, id) => found('charge', account.charges, id)),
  route('GET', '/v1/payment_intents/{id}', ExpandOnly, (_, id) => found('payment_intent', account.paymentIntents, id)),
  route(
    'POST',
    '/v1/refunds',
    ExpandOnly.extend({
      charge: z.string().optional(),
      payment_intent: z.string().optional(),
      amount: Whole.pipe(z.int().min(1)).optional(),
    }),
    ({ charge, payment_intent: intent, amount }) => {
      const id = charge ?? (intent && account.paymentIntents.get(intent)?.latest_charge) ?? '';
      return refundCharge(account, found('charge', account.charges, id, 'charge'), amount);
    },
  ),
];

const PortalCreate = z.strictObject({ customer: z.string(), return_url: z.url(), expand: Expand });

/** https://docs.stripe.com/api/customer_portal/sessions and /events */
const otherRoutes = (account: Account): Route[] => [
  route('POST', '/v1/billing_portal/sessions', PortalCreate, ({ customer, return_url: returnUrl }) => {
    customerOf(account, customer);
    const id = newId('bps');
    const session: PortalSession = {
      id,
      object: 'billing_portal.session',
      created: now(),
      customer,
      livemode: false,
      return_url: returnUrl,
      url: `${account.url}/p/session/${id}`,
    };
    account.portalSessions.set(id, session);
    return session;
  }),
  route(
    'GET',
    '/v1/events',
    z.strictObject({ ...ListParameters, type: z.string().optional() }),
    ({ type, ...paging }) =>
      listPage(
        newestFirst(account.events.values()).filter((event) => !type || event.type === type),
        '/v1/events',
        paging,
      ),
  ),
  route('GET', '/v1/events/{id}', ExpandOnly, (_, id) => found('event', account.events, id)),
];

export const billingRoutes = (account: Account): Route[] => [...paymentRoutes(account), ...otherRoutes(account)];
