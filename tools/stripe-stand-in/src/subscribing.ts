import type { Account } from './account.ts';
import { listOf, newId, now } from './objects.ts';
import type { Invoice, LineItem, PaymentIntent, Subscription } from './objects.ts';
import { takePayment } from './payments.ts';

/** Seconds of a billing period; a month is taken for 30 days. */
const PERIOD = 30 * 24 * 60 * 60;

const newInvoice = (
  account: Account,
  subscription: Pick<Subscription, 'id' | 'customer'>,
  reason: 'subscription_create' | 'subscription_cycle',
  amount: number,
): Invoice => {
  const id = newId('in');
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    billing_reason: reason,
    created: now(),
    currency: 'usd',
    customer: subscription.customer,
    description: null,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id },
    },
    payments: listOf(`/v1/invoice_payments?invoice=${id}`, []),
    period_end: now(),
    period_start: now(),
    status: 'open',
    subtotal: amount,
    total: amount,
  };
  account.invoices.set(id, invoice);
  return invoice;
};

const addPayment = (invoice: Invoice, intent: PaymentIntent): void => {
  const isPaid = intent.status === 'succeeded';
  invoice.payments.data.push({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: isPaid ? intent.amount : null,
    amount_requested: intent.amount,
    created: now(),
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: isPaid ? 'paid' : 'open',
  });
  if (isPaid) Object.assign(invoice, { status: 'paid', amount_paid: invoice.total, amount_remaining: 0 });
};

/** Begins a subscription of the lines that are paid again; its first invoice is paid by `intent`, and has every line. */
export const subscribe = (
  account: Account,
  customer: string,
  lines: readonly LineItem[],
  intent: PaymentIntent,
  metadata: Record<string, string>,
): Subscription => {
  const id = newId('sub');
  const invoice = newInvoice(account, { id, customer }, 'subscription_create', intent.amount);
  addPayment(invoice, intent);
  const items = lines
    .filter(({ price }) => price.recurring)
    .map(({ price, quantity }) => ({
      id: newId('si'),
      object: 'subscription_item' as const,
      created: now(),
      current_period_end: now() + PERIOD,
      current_period_start: now(),
      metadata: {},
      price,
      quantity,
      subscription: id,
    }));
  const subscription: Subscription = {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: now(),
    currency: 'usd',
    customer,
    description: null,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: invoice.id,
    livemode: false,
    metadata,
    start_date: now(),
    status: 'active',
  };
  account.subscriptions.set(id, subscription);
  account.emit('customer.subscription.created', subscription);
  account.emit('invoice.paid', invoice);
  return subscription;
};

/** The next period begins: it is paid, or the card is declined. An invoice that was never paid is tried again first. */
export const renew = (account: Account, subscription: Subscription, accepted: boolean): void => {
  const { customer, metadata } = subscription;
  const unpaid = account.invoices.get(subscription.latest_invoice);
  const amount = subscription.items.data.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity,
    0,
  );
  const invoice = unpaid?.status === 'open' ? unpaid : newInvoice(account, subscription, 'subscription_cycle', amount);
  const bill = { customer, amount: invoice.total, description: 'Subscription update', metadata };
  addPayment(invoice, takePayment(account, bill, accepted));
  Object.assign(subscription, { latest_invoice: invoice.id, status: accepted ? 'active' : 'past_due' });
  if (accepted) {
    for (const item of subscription.items.data) {
      item.current_period_start = now();
      item.current_period_end = now() + PERIOD;
    }
  }
  account.emit(accepted ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  account.emit('customer.subscription.updated', subscription);
};

/** Ends it at once. */
export const cancel = (account: Account, subscription: Subscription): void => {
  Object.assign(subscription, { status: 'canceled', canceled_at: now(), ended_at: now() });
  account.emit('customer.subscription.deleted', subscription);
};
