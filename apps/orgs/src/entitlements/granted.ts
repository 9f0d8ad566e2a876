import type { PurchaseItem } from '@portico/contracts/events/billing';

/** Current grants of an organization. A product is identified by its name, an entitlement by its lookup key. */
export type Granted = {
  products: ReadonlyMap<string, { name: string; type: string }>;
  entitlements: ReadonlyMap<string, GrantedEntitlement>;
  /** Lookup keys with an overdue renewal. They become active again when the renewal is paid. */
  pastDue: ReadonlySet<string>;
};
export type GrantedEntitlement = { lookupKey: string; name: string; description: string | null; count: number };

type Sum = { named: Omit<GrantedEntitlement, 'count'>; included: number; granted: number };

/**
 * Computes the grants of all active items, in any order. Granted units add up; of the included units, only the highest count applies.
 * Inactive items grant nothing.
 */
export function grantedBy(items: readonly PurchaseItem[]): Granted {
  const active = items.filter(({ status }) => status === 'active');
  const late = items.filter(({ status }) => status === 'past_due');
  const sums = new Map<string, Sum>();
  for (const { lookupKey, name, description, included, granted } of active.flatMap(
    ({ entitlements }) => entitlements,
  )) {
    const sum = sums.get(lookupKey);
    sums.set(lookupKey, {
      named: { lookupKey, name, description },
      included: Math.max(sum?.included ?? 0, included),
      granted: (sum?.granted ?? 0) + granted,
    });
  }
  return {
    products: new Map(active.map(({ product }) => [product.name, product])),
    entitlements: new Map(
      [...sums].map(([key, { named, included, granted }]) => [key, { ...named, count: included + granted }]),
    ),
    pastDue: new Set(late.flatMap(({ entitlements }) => entitlements.map(({ lookupKey }) => lookupKey))),
  };
}
