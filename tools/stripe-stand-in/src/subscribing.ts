import type { Account } from './account.ts';
import type { Price } from './catalogue.ts';
import { addPayment, newInvoice, type Line } from './invoicing.ts';
import { usageOf } from './meters.ts';
import { listOf, newId, now, type Invoice, type PaymentIntent, type Subscription } from './objects.ts';
import { takePayment } from './payments.ts';

/** Seconds of a billing period; a month counts as 30 days. */
const PERIOD = 30 * 24 * 60 * 60;

/** A recurring price. `quantity` is absent for metered prices. */
export type Chosen = { price: Price; quantity?: number };

/** The price of the licensed items for one period, in cents. */
export const amountOf = (chosen: readonly Chosen[]): number =>
  chosen.reduce((sum, { price, quantity = 0 }) => sum + (price.unit_amount ?? 0) * quantity, 0);

const toLine = (account: Account, { price, quantity = 0 }: Chosen, period?: Line['period']): Line => ({
  description: account.catalogue().products.find(({ id }) => id === price.product)?.name ?? price.product,
  amount: Math.round((price.unit_amount ?? 0) * quantity),
  quantity,
  price,
  ...(period && { period }),
});

/**
 * The lines of the invoice at the end of the period. Default of `endsAt`: the regular end. The line of a metered price bills the use
 * in this period. The line of a licensed price bills the next period. Negative use is not refunded.
 */
export const linesToCome = (account: Account, { customer, items }: Subscription, endsAt?: number): Line[] =>
  items.data.map(({ price, quantity, current_period_start: start, current_period_end: end }) => {
    const meter = price.recurring?.meter;
    if (!meter) return toLine(account, { price, quantity: quantity ?? 0 });
    const period = { start, end: endsAt ?? end };
    const used = Math.max(0, usageOf(account, meter, customer, period.start, period.end));
    return toLine(account, { price, quantity: used }, period);
  });

type Subscribing = {
  customer: string;
  chosen: readonly Chosen[];
  /** All lines of the first invoice. Default: the lines of `chosen`. */
  lines?: readonly Line[];
  /** The payment of the first invoice; null if nothing is due yet. */
  intent: PaymentIntent | null;
  metadata: Record<string, string>;
  paymentMethod: string | null;
};

export const subscribe = (account: Account, subscribing: Subscribing): Subscription => {
  const { customer, chosen, intent, metadata, paymentMethod } = subscribing;
  const id = newId('sub');
  const lines = subscribing.lines ?? chosen.map((one) => toLine(account, one));
  const invoice = newInvoice(account, { customer, subscription: id, reason: 'subscription_create', lines });
  if (intent) addPayment(invoice, intent);
  else invoice.status = 'paid';
  const items = chosen.map(({ price, quantity }) => ({
    id: newId('si'),
    object: 'subscription_item' as const,
    created: now(),
    current_period_end: now() + PERIOD,
    current_period_start: now(),
    metadata: {},
    price,
    ...(quantity !== undefined && { quantity }),
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

const unpaidOf = (account: Account, { latest_invoice: id }: Subscription): Invoice | undefined => {
  const latest = account.invoices.get(id);
  return latest?.status === 'open' ? latest : undefined;
};

/**
 * Begins the next period and charges the card, which declines unless `accepted` is true. Retries an unpaid invoice first. If the
 * subscription is set to end with its period, it ends instead.
 */
export const renew = (account: Account, subscription: Subscription, accepted: boolean): void => {
  const { id, customer, metadata } = subscription;
  const unpaid = unpaidOf(account, subscription);
  if (subscription.cancel_at_period_end && !unpaid) return cancel(account, subscription);
  const invoice =
    unpaid ??
    newInvoice(account, {
      customer,
      subscription: id,
      reason: 'subscription_cycle',
      lines: linesToCome(account, subscription, now()),
    });
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

export const cancel = (account: Account, subscription: Subscription): void => {
  Object.assign(subscription, { status: 'canceled', canceled_at: now(), ended_at: now() });
  account.emit('customer.subscription.deleted', subscription);
};

export const endWithPeriod = (account: Account, subscription: Subscription, isEnding: boolean): void => {
  if (subscription.cancel_at_period_end === isEnding) return;
  Object.assign(subscription, {
    cancel_at_period_end: isEnding,
    cancel_at: isEnding ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: isEnding ? now() : null,
  });
  account.emit('customer.subscription.updated', subscription);
};
