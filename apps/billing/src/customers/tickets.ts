import type { EntityManager } from '@mikro-orm/postgresql';

/** A number that a process draws before it reads a customer's purchases from Stripe; detects overlapping reads. */
export type Ticket = { customerId: string; organizationId: number; number: string };

/** Draws the next ticket. Returns null for an unknown customer. */
export async function drawTicket(em: EntityManager, customerId: string): Promise<Ticket | null> {
  const [row] = await em.execute<{ organization_id: number; asked: string }[]>(
    'update customers set asked = asked + 1 where customer_id = ? returning organization_id, asked::text as asked',
    [customerId],
  );
  return row ? { customerId, organizationId: row.organization_id, number: row.asked } : null;
}

/**
 * Decides whether the caller may write the purchases that it read, in this transaction. Until the transaction ends, no other process can
 * write the customer's purchases.
 * @param first the first ticket that the caller drew. The caller accepts any state that Stripe had since then.
 * @returns `write`; `covered` if a read with the ticket `first` or a later ticket is already written, or the customer was forgotten;
 * `stale` if the written state may be newer, so that the caller must read again.
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
  // A read with an earlier ticket was written after this read drew its ticket.
  if (row.overlaps) return 'stale';
  await em.execute('update customers set read_from = ?::bigint, read_until = asked where organization_id = ?', [
    number,
    organizationId,
  ]);
  return 'write';
}
