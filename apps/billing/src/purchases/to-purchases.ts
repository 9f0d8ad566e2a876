import type { GrantedEntitlement, PurchaseItem, PurchaseItemStatus } from '@portico/contracts/events/billing';
import type { Stripe } from 'stripe';
import { isMarked } from '../deployment/deployment.service.ts';
import type { Offer } from '../products/offer.ts';
import { idOf, type StripeRecords } from '../stripe/stripe-records.ts';

/**
 * One completed checkout, or one subscription created without a checkout, as in Stripe's records. `amountTotal` is in the smallest
 * unit of `currency`.
 */
export type PurchaseRecord = {
  /** Id of the checkout, or of the subscription if there was no checkout. */
  checkoutSessionId: string;
  subscriptionId: string | null;
  currency: string;
  amountTotal: number;
  purchasedAt: Date;
  /** Id of the user who opened the payment page; null without a checkout. */
  boughtBy: number | null;
  items: PurchaseItem[];
};

export type Offers = ReadonlyMap<string, Offer>;

/** A bought item before its entitlements are added. */
type Bought = Pick<PurchaseItem, 'productId' | 'name' | 'quantity' | 'status' | 'period'> & { recurring: boolean };

/** Whether a payment was completely refunded, or lost in a dispute. A partial refund does not count. */
const isRefunded = ({ charges, lostCharges }: StripeRecords, intents: readonly (string | null)[]): boolean => {
  const paid = charges.filter(({ payment_intent: intent, paid: isPaid }) => isPaid && intents.includes(idOf(intent)));
  return paid.length > 0 && paid.every(({ id, refunded }) => refunded || lostCharges.has(id));
};

const isInvoiceRefunded = (records: StripeRecords, invoice: string | null): boolean => {
  const payments = (invoice === null ? undefined : records.invoices.get(invoice))?.payments?.data ?? [];
  return isRefunded(
    records,
    payments.map(({ payment }) => idOf(payment.payment_intent)),
  );
};

const subscriptionStatus = (records: StripeRecords, subscription: Stripe.Subscription): PurchaseItemStatus => {
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return isInvoiceRefunded(records, idOf(subscription.latest_invoice)) ? 'refunded' : 'active';
    case 'canceled':
    case 'incomplete_expired':
      return 'canceled';
    default:
      return 'past_due';
  }
};

const productIdOf = (price: Stripe.Price | null): string => idOf(price?.product) ?? 'unknown';

type NameOf = (productId: string) => string;

/** Creates a bought item. Its quantity is 1 for a metered price, which has no quantity in Stripe. */
const toBought = (
  price: Stripe.Price | null,
  quantity: number | null | undefined,
  status: PurchaseItemStatus,
  nameOf: NameOf,
): Bought => {
  const productId = productIdOf(price);
  const recurring = (price?.recurring ?? null) !== null;
  return { productId, name: nameOf(productId), quantity: Math.max(quantity ?? 1, 1), recurring, status };
};

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

const itemsOf = (records: StripeRecords, subscription: Stripe.Subscription, nameOf: NameOf): Bought[] =>
  subscription.items.data.map(({ price, quantity, current_period_start: start, current_period_end: end }) => ({
    ...toBought(price, quantity, subscriptionStatus(records, subscription), nameOf),
    period: { startsAt: iso(start), endsAt: iso(end) },
  }));

/** The one-time items of a checkout, and the current recurring items of its subscription. */
const boughtIn = (records: StripeRecords, session: Stripe.Checkout.Session, lines: Stripe.LineItem[]): Bought[] => {
  const isPaidBack =
    session.mode === 'subscription'
      ? isInvoiceRefunded(records, idOf(session.invoice))
      : isRefunded(records, [idOf(session.payment_intent)]);
  const nameOf: NameOf = (productId) =>
    lines.find(({ price }) => productIdOf(price) === productId)?.description ?? productId;
  const once = lines
    .filter(({ price }) => !price?.recurring)
    .map(({ price, quantity }) => toBought(price, quantity, isPaidBack ? 'refunded' : 'active', nameOf));
  const subscription = records.subscriptions.get(idOf(session.subscription) ?? '');
  const again = subscription
    ? itemsOf(records, subscription, nameOf)
    : lines
        .filter(({ price }) => price?.recurring)
        .map(({ price, quantity }) => toBought(price, quantity, 'canceled', nameOf));
  return [...once, ...again];
};

const firstInvoiceOf = ({ invoices }: StripeRecords, subscriptionId: string): Stripe.Invoice | undefined =>
  [...invoices.values()]
    .filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === subscriptionId)
    .toSorted((a, b) => a.created - b.created)[0];

/** The entitlement that the item grants, and the entitlements that its product includes for free. */
const entitlementsOf = (offer: Offer, quantity: number, offers: Offers): GrantedEntitlement[] => {
  const included = [...offers.values()].filter(
    ({ product, entitlement }) => product.name === offer.product.name && entitlement.included > 0,
  );
  const granted = { ...offer.entitlement, granted: offer.grants * quantity };
  const includedPurchases = included
    .filter(({ entitlement }) => entitlement.lookupKey !== granted.lookupKey)
    .map(({ entitlement }) => ({ ...entitlement, granted: 0 }));
  return [granted, ...includedPurchases];
};

const toItem = ({ productId, name, quantity, recurring, status, period }: Bought, offers: Offers): PurchaseItem => {
  const known = offers.get(productId);
  const offer = known ?? {
    productId,
    name,
    product: { name, type: 'product' },
    entitlement: { lookupKey: productId, name, description: null, included: 0 },
    grants: 1,
  };
  const { product } = offer;
  return {
    productId,
    name: offer.name,
    quantity,
    status,
    recurring,
    ...(period && { period }),
    ...(!known && { provisional: true }),
    product,
    entitlements: entitlementsOf(offer, quantity, offers),
  };
};

/** Statuses of subscriptions whose first invoice was never paid. */
const NEVER_PAID = new Set<Stripe.Subscription.Status>(['incomplete', 'incomplete_expired']);

const userOf = ({ metadata }: Stripe.Checkout.Session): number | null => {
  const id = Number(metadata?.['user_id']);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** All paid checkouts. A checkout with a pending bank transfer is not paid yet. */
const fromCheckouts = (records: StripeRecords, offers: Offers): PurchaseRecord[] =>
  records.sessions
    .filter(({ session }) => session.status === 'complete' && session.payment_status !== 'unpaid')
    .map(({ session, lines }) => ({
      checkoutSessionId: session.id,
      subscriptionId: idOf(session.subscription),
      currency: session.currency ?? 'usd',
      amountTotal: session.amount_total ?? 0,
      purchasedAt: new Date(session.created * 1_000),
      boughtBy: userOf(session),
      items: boughtIn(records, session, lines).map((bought) => toItem(bought, offers)),
    }));

/**
 * All subscriptions that were created in Stripe itself, for example with a metered price. Subscriptions that name a deployment are
 * excluded, because they come from a checkout, which may not be complete yet.
 */
const fromSubscriptions = (records: StripeRecords, offers: Offers): PurchaseRecord[] => {
  const begun = new Set(records.sessions.map(({ session }) => idOf(session.subscription)));
  return [...records.subscriptions.values()]
    .filter(({ id, status, metadata }) => !begun.has(id) && !isMarked(metadata) && !NEVER_PAID.has(status))
    .map((subscription) => ({
      checkoutSessionId: subscription.id,
      subscriptionId: subscription.id,
      currency: subscription.currency,
      amountTotal: firstInvoiceOf(records, subscription.id)?.total ?? 0,
      purchasedAt: new Date(subscription.created * 1_000),
      boughtBy: null,
      items: itemsOf(records, subscription, (productId) => productId).map((bought) => toItem(bought, offers)),
    }));
};

export const toPurchases = (records: StripeRecords, offers: Offers): PurchaseRecord[] => [
  ...fromCheckouts(records, offers),
  ...fromSubscriptions(records, offers),
];

/**
 * Returns the current items with the entitlements from the time of their purchase, because a change of a product in Stripe applies only to
 * later purchases. A provisional item, whose product was unknown, is replaced as soon as its product is known.
 */
export const keepGrants = (before: readonly PurchaseItem[], now: readonly PurchaseItem[]): PurchaseItem[] =>
  now.map((item) => {
    const same = before.find(({ productId, quantity }) => productId === item.productId && quantity === item.quantity);
    if (!same || same.provisional) return item;
    const { status, period } = item;
    return { ...same, status, recurring: item.recurring === true, ...(period && { period }) };
  });
