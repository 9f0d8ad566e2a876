import type { EntityManager } from '@mikro-orm/postgresql';
import type { Stripe } from 'stripe';
import { linesOf } from '../stripe/stripe-records.ts';

/** A metered line of a sent invoice. `start` and `end` are in seconds since 1970; the end is exclusive. */
export type MeteredLine = {
  id: string;
  invoice: string;
  lookupKey: string;
  quantity: number;
  start: number;
  end: number;
};

/**
 * Returns the metered lines of a sent invoice. A subscription's first invoice has no metered lines.
 * @throws StripeError while reading the lines after the first ten.
 */
export async function meteredLinesOf(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  keyOfPrice: ReadonlyMap<string, string>,
): Promise<MeteredLine[]> {
  const { status, billing_reason: reason } = invoice;
  if (keyOfPrice.size === 0 || status === 'draft' || status === 'void' || reason === 'subscription_create') return [];
  return (await linesOf(stripe, invoice)).flatMap(({ id, pricing, quantity, period: { start, end } }) => {
    const price = pricing?.price_details?.price;
    const lookupKey = keyOfPrice.get((typeof price === 'object' ? price.id : price) ?? '');
    if (lookupKey === undefined) return [];
    return { id, invoice: invoice.number ?? invoice.id, lookupKey, quantity: quantity ?? 0, start, end };
  });
}

export async function replaceMeteredLines(
  em: EntityManager,
  { customerId, organizationId }: { customerId: string; organizationId: number },
  lines: readonly MeteredLine[],
): Promise<void> {
  await em.execute('delete from metered_lines where customer_id = ?', [customerId]);
  if (lines.length === 0) return;
  await em.execute(
    `insert into metered_lines (id, customer_id, organization_id, lookup_key, invoice, quantity, starts_at, ends_at)
     select id, ?, ?, "lookupKey", invoice, quantity, to_timestamp("start"), to_timestamp("end")
     from jsonb_to_recordset(?::jsonb) as l(id text, invoice text, "lookupKey" text, quantity bigint, "start" float8, "end" float8)`,
    [customerId, organizationId, JSON.stringify(lines)],
  );
}
