import { PriceInterval } from '@portico/contracts/http/billing';
import {
  type BilledInvoice,
  type BilledSubscription,
  InvoiceStatus,
  type PayingCard,
  type SubscriptionLine,
  type SubscriptionStatus,
} from '@portico/contracts/http/organization-billing';
import type { Stripe } from 'stripe';
import type { MeteredLine } from '../usage/metered-lines.ts';
import { idOf } from '../stripe/stripe-records.ts';

export type Names = ReadonlyMap<string, string>;

/** Converts Stripe's time, in seconds since 1970, to ISO 8601. */
export const toTime = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Returns the subscription's card, or by default the customer's card; null for other payment methods, such as a bank account. */
const cardOf = ({ default_payment_method: own, customer }: Stripe.Subscription): PayingCard | null => {
  const customers =
    typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  const method = own ?? customers;
  const card = typeof method === 'object' ? method?.card : undefined;
  if (!card) return null;
  return { brand: card.brand, last4: card.last4, expiresMonth: card.exp_month, expiresYear: card.exp_year };
};

/** Converts an invoice. Returns null for a draft, which Stripe has not sent. */
export const toBilledInvoice = (invoice: Stripe.Invoice, lines: readonly MeteredLine[] = []): BilledInvoice | null => {
  const status = InvoiceStatus.safeParse(invoice.status).data;
  if (!status) return null;
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: toTime(invoice.created),
    status,
    currency: invoice.currency,
    total: invoice.total,
    amountDue: invoice.amount_remaining,
    nextAttemptAt: invoice.next_payment_attempt ? toTime(invoice.next_payment_attempt) : null,
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    usage: lines.map(({ lookupKey, quantity, start, end }) => ({
      lookupKey,
      quantity,
      startsAt: toTime(start),
      endsAt: toTime(end),
      periods: [],
    })),
  };
};

const toStatus = (status: Stripe.Subscription.Status): SubscriptionStatus | null => {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
      return 'past_due';
    case 'paused':
      return 'paused';
    case 'canceled':
    case 'incomplete_expired':
      return null;
    default:
      return 'unpaid';
  }
};

const toLine = ({ price, quantity }: Stripe.SubscriptionItem, names: Names): SubscriptionLine => {
  const productId = idOf(price.product) ?? '';
  return {
    name: names.get(productId) ?? price.nickname ?? productId,
    quantity: price.recurring?.usage_type === 'metered' ? null : (quantity ?? 1),
    unitAmount: price.unit_amount,
    interval: PriceInterval.safeParse(price.recurring?.interval).data ?? 'month',
    intervalCount: price.recurring?.interval_count ?? 1,
  };
};

/** Converts a subscription. Returns null if it has ended. */
export const toBilledSubscription = (subscription: Stripe.Subscription, names: Names): BilledSubscription | null => {
  const status = toStatus(subscription.status);
  if (status === null) return null;
  const { items, latest_invoice: latest } = subscription;
  const ends = items.data.map(({ current_period_end: end }) => end);
  const periodEndsAt = ends.length > 0 ? toTime(Math.min(...ends)) : null;
  const canceledTo = subscription.cancel_at === null ? null : toTime(subscription.cancel_at);
  const invoice = latest && typeof latest === 'object' ? toBilledInvoice(latest) : null;
  return {
    id: subscription.id,
    status,
    currency: subscription.currency,
    lines: items.data.map((item) => toLine(item, names)),
    periodEndsAt,
    endsAt: canceledTo ?? (subscription.cancel_at_period_end ? periodEndsAt : null),
    nextCharge: null,
    card: cardOf(subscription),
    openInvoice: invoice?.status === 'open' ? invoice : null,
  };
};
