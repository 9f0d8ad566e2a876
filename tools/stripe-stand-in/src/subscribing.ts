import type { Account } from './account.ts';
import { addPayment, newInvoice } from './invoicing.ts';
import { listOf, newId, now } from './objects.ts';
import type { Invoice, LineItem, PaymentIntent, Subscription } from './objects.ts';
import { takePayment } from './payments.ts';

/** Seconds of a billing period; a month is taken for 30 days. */
const PERIOD = 30 * 24 * 60 * 60;

/** Begins a subscription of the lines that are paid again; its first invoice is paid by `intent`, and has every line. */
export const subscribe = (
  account: Account,
  customer: string,
  lines: readonly LineItem[],
  intent: PaymentIntent,
  metadata: Record<string, string>,
  paymentMethod: string,
): Subscription => {
  const id = newId('sub');
  const invoice = newInvoice(account, {
    customer,
    subscription: id,
    reason: 'subscription_create',
    amount: intent.amount,
  });
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
    default_payment_method: paymentMethod,
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

/** What a period costs. */
export const amountOf = ({ items }: Subscription): number =>
  items.data.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);

/** Its latest invoice while that is not paid. */
const unpaidOf = (account: Account, { latest_invoice: id }: Subscription): Invoice | undefined => {
  const latest = account.invoices.get(id);
  return latest?.status === 'open' ? latest : undefined;
};

/**
 * The next period begins: it is paid, or the card is declined. An invoice that was never paid is tried again first. One
 * that is to end with its period ends instead.
 */
export const renew = (account: Account, subscription: Subscription, accepted: boolean): void => {
  const { id, customer, metadata } = subscription;
  const unpaid = unpaidOf(account, subscription);
  if (subscription.cancel_at_period_end && !unpaid) return cancel(account, subscription);
  const invoice =
    unpaid ??
    newInvoice(account, { customer, subscription: id, reason: 'subscription_cycle', amount: amountOf(subscription) });
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

/** Ends it with its period, or takes that back. */
export const endWithPeriod = (account: Account, subscription: Subscription, isEnding: boolean): void => {
  if (subscription.cancel_at_period_end === isEnding) return;
  Object.assign(subscription, {
    cancel_at_period_end: isEnding,
    cancel_at: isEnding ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: isEnding ? now() : null,
  });
  account.emit('customer.subscription.updated', subscription);
};
