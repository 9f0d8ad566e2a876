import { describe, expect, it } from '@jest/globals';
import { PurchaseItemStatus, type PurchaseItem } from '@portico/contracts/events/billing';
import fc from 'fast-check';
import { grantedBy } from './granted.ts';

const Item: fc.Arbitrary<PurchaseItem> = fc.record({
  productId: fc.constantFrom('a', 'b'),
  name: fc.constant('Item'),
  quantity: fc.integer({ min: 1, max: 9 }),
  status: fc.constantFrom(...PurchaseItemStatus.options),
  product: fc.record({ name: fc.constantFrom('Base', 'Bar-coding'), type: fc.constant('base') }),
  entitlements: fc.uniqueArray(
    fc.record({
      lookupKey: fc.constantFrom('users', 'accounts', 'voucher'),
      name: fc.constant('Entitlement'),
      description: fc.constant(null),
      included: fc.nat(9),
      granted: fc.nat(400),
    }),
    { selector: ({ lookupKey }) => lookupKey },
  ),
});

const counts = (items: readonly PurchaseItem[]): Record<string, number> =>
  Object.fromEntries([...grantedBy(items).entitlements].map(([key, { count }]) => [key, count]));

describe('grantedBy', () => {
  it('adds up units of active items and takes the highest included count', () => {
    fc.assert(
      fc.property(fc.array(Item), (items) => {
        const given = items.filter(({ status }) => status === 'active').flatMap(({ entitlements }) => entitlements);
        for (const key of ['users', 'accounts', 'voucher']) {
          const own = given.filter(({ lookupKey }) => lookupKey === key);
          const sum = own.reduce((total, { granted }) => total + granted, 0);
          const included = Math.max(0, ...own.map((each) => each.included));
          expect(counts(items)[key]).toBe(own.length === 0 ? undefined : sum + included);
        }
      }),
    );
  });

  it('ignores inactive items, and the order of items', () => {
    fc.assert(
      fc.property(
        fc
          .array(Item)
          .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }))),
        ([items, shuffled]) => {
          const active = items.filter(({ status }) => status === 'active');
          expect(counts(shuffled)).toEqual(counts(active));
          expect(new Set(grantedBy(shuffled).products.keys())).toEqual(
            new Set(active.map(({ product }) => product.name)),
          );
        },
      ),
    );
  });
});
