import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { membershipsCopy, type Operations, owned } from '@portico/messaging';
import { billingDatabase } from './database.ts';
import { organizationsCopy } from './organizations/organizations.consumer.ts';
import { usageCopy } from './usage/usage.consumer.ts';
import { Purchase } from './purchases/purchase.entity.ts';

/** Locks up to `limit` purchases and their customers, because every writer of purchases locks the customer. */
async function lockPurchases(em: EntityManager, after: number, limit: number): Promise<Purchase[]> {
  const rows = await em.execute<{ id: number }[]>('select id from purchases where id > ? order by id limit ?', [
    after,
    limit,
  ]);
  const ids = `{${rows.map(({ id }) => id).join(',')}}`;
  await em.execute(
    `select 1 from customers where customer_id in (select customer_id from purchases where id = any(?::int[]))
     order by organization_id for update`,
    [ids],
  );
  const where = { id: { $in: rows.map(({ id }) => id) } };
  return em.find(Purchase, where, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
}

const purchases = owned(purchaseChanged, {
  table: 'purchases',
  lock: lockPurchases,
  toState: (purchase) => purchase.toState(),
  identify: ({ checkoutSessionId }) => checkoutSessionId,
  ends: false,
});

export const billingOperations: Operations = {
  service: 'billing',
  database: billingDatabase,
  owned: [purchases],
  copies: [organizationsCopy, membershipsCopy, usageCopy],
  // The law requires records of charges, so erasure keeps charges as numbers and Stripe's ids.
  erasure: {
    stays: ['memberships', 'purchases', 'usage_periods', 'metered_lines', 'customers'],
    first: [
      {
        table: 'customers',
        set: `name = 'deleted organization :organization', email = null`,
        where: `organization_id = :organization and (name <> 'deleted organization :organization' or email is not null)`,
      },
    ],
    states: [],
  },
};
