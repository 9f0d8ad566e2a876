import type { Stripe } from 'stripe';

/** Stripe's records of one customer's purchases. */
export type StripeRecords = {
  sessions: { session: Stripe.Checkout.Session; lines: Stripe.LineItem[] }[];
  /** This deployment's subscriptions by id, with all of their items. */
  subscriptions: ReadonlyMap<string, Stripe.Subscription>;
  invoices: ReadonlyMap<string, Stripe.Invoice>;
  charges: readonly Stripe.Charge[];
  /** Charges that the card's bank has revoked after a lost dispute. */
  lostCharges: ReadonlySet<string>;
};

const LIMIT = 100;

/** The id of a reference, which Stripe returns either as an id or as the object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const all = async <Row extends { id: string }>(rows: AsyncIterable<Row>): Promise<Map<string, Row>> => {
  const found = new Map<string, Row>();
  for await (const row of rows) found.set(row.id, row);
  return found;
};

const lineItemsOf = async (
  stripe: Stripe,
  { id, line_items: first }: Stripe.Checkout.Session,
): Promise<Stripe.LineItem[]> => {
  if (first && !first.has_more) return first.data;
  return [...(await all(stripe.checkout.sessions.listLineItems(id, { limit: LIMIT }))).values()];
};

/**
 * All lines of an invoice, because the invoice itself contains only the first ten.
 * @throws StripeError.
 */
export const linesOf = async (stripe: Stripe, { id, lines }: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> => {
  if (!lines.has_more) return lines.data;
  return [...(await all(stripe.invoices.listLineItems(id, { limit: LIMIT }))).values()];
};

/**
 * The subscription with all of its items, because Stripe includes only the first ten.
 * @throws StripeError.
 */
export const withItems = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Subscription> => {
  if (!subscription.items.has_more) return subscription;
  const items = await all(stripe.subscriptionItems.list({ subscription: subscription.id, limit: LIMIT }));
  return { ...subscription, items: { ...subscription.items, has_more: false, data: [...items.values()] } };
};

/** Ids of the charges with a lost dispute. A charge itself only contains whether it was disputed. */
const lostOf = async (stripe: Stripe, charges: Iterable<Stripe.Charge>): Promise<Set<string>> => {
  const lost = new Set<string>();
  for (const { id, disputed } of charges) {
    if (!disputed) continue;
    const disputes = await all(stripe.disputes.list({ charge: id, limit: LIMIT }));
    if ([...disputes.values()].some(({ status }) => status === 'lost')) lost.add(id);
  }
  return lost;
};

/**
 * Reads a customer's records from Stripe, instead of trusting webhooks: four lists, page by page, and the disputes of disputed
 * charges.
 * @param isOwn whether a checkout or a subscription belongs to this deployment.
 * @throws StripeError.
 */
export async function readRecords(
  stripe: Stripe,
  customer: string,
  isOwn: (record: Pick<Stripe.Checkout.Session, 'metadata'>) => boolean,
): Promise<StripeRecords> {
  const [sessions, subscriptions, invoices, charges] = await Promise.all([
    all(stripe.checkout.sessions.list({ customer, status: 'complete', limit: LIMIT, expand: ['data.line_items'] })),
    all(stripe.subscriptions.list({ customer, status: 'all', limit: LIMIT })),
    all(stripe.invoices.list({ customer, limit: LIMIT, expand: ['data.payments'] })),
    all(stripe.charges.list({ customer, limit: LIMIT })),
  ]);
  const withLines = [];
  const foreign = new Set<string | null>();
  for (const session of sessions.values()) {
    if (isOwn(session)) withLines.push({ session, lines: await lineItemsOf(stripe, session) });
    else foreign.add(idOf(session.subscription));
  }
  const own = new Map<string, Stripe.Subscription>();
  for (const [id, subscription] of subscriptions)
    if (isOwn(subscription) && !foreign.has(id)) own.set(id, await withItems(stripe, subscription));
  const lostCharges = await lostOf(stripe, charges.values());
  return { sessions: withLines, subscriptions: own, invoices, charges: [...charges.values()], lostCharges };
}
