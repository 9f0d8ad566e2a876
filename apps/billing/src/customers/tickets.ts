import type { EntityManager } from '@mikro-orm/postgresql';

/** Drawn before a customer's purchases are read from Stripe. Of two reads, the one with the later ticket is not older. */
export type Ticket = { customerId: string; organizationId: number; number: string };

/** @returns null for an unknown customer. */
export async function drawTicket(em: EntityManager, customerId: string): Promise<Ticket | null> {
  const [row] = await em.execute<{ organization_id: number; asked: string }[]>(
    'update customers set asked = asked + 1 where customer_id = ? returning organization_id, asked::text as asked',
    [customerId],
  );
  return row ? { customerId, organizationId: row.organization_id, number: row.asked } : null;
}

/**
 * Decides whether a read may be written in this transaction, which locks out every other writer of the customer's purchases until it
 * ends.
 * @param first the first ticket that the caller drew: Stripe's state since then is acceptable.
 * @returns `write`; `covered` if a read requested since `first` is written already, or the customer was forgotten; `stale` if the
 * written state may be newer: read again.
 */
export async function useTicket(
  em: EntityManager,
  { customerId, organizationId, number }: Ticket,
  first: Ticket,
): Promise<'write' | 'covered' | 'stale'> {
  const [row] = await em.execute<{ covered: boolean; overlaps: boolean }[]>(
    `select read_from >= ?::bigint as covered, read_until >= ?::bigint as overlaps from customers
     where organization_id = ? and customer_id = ? for update`,
    [first.number, number, organizationId, customerId],
  );
  if (!row || row.covered) return 'covered';
  // A read that was requested earlier was written after this one was requested.
  if (row.overlaps) return 'stale';
  await em.execute('update customers set read_from = ?::bigint, read_until = asked where organization_id = ?', [
    number,
    organizationId,
  ]);
  return 'write';
}
