import { z } from 'zod/mini';
import { Moment } from '../common/ids.ts';
import { AggregateState, type StateTopic } from './domain-event.ts';

/**
 * Only `active` grants anything. `past_due`: a renewal has failed or was never paid. `canceled`: the subscription has
 * ended. `refunded`: all of it was paid back, or taken back by the card's bank.
 */
export const PurchaseItemStatus = z.enum(['active', 'past_due', 'canceled', 'refunded']);
export type PurchaseItemStatus = z.infer<typeof PurchaseItemStatus>;

/**
 * What one item gives of an entitlement: `granted` units, beside the `included` ones that an organization has once as
 * soon as anything gives the entitlement. `lookupKey` is unique in the organization.
 */
export const GrantedEntitlement = z.object({
  lookupKey: z.string().check(z.minLength(1)),
  name: z.string(),
  description: z.nullable(z.string()),
  included: z.int().check(z.minimum(0)),
  granted: z.int().check(z.minimum(0)),
});
export type GrantedEntitlement = z.infer<typeof GrantedEntitlement>;

/** `product` is the organization's product that the item belongs to; several items may belong to one. */
export const PurchaseItem = z.object({
  productId: z.string(),
  name: z.string(),
  quantity: z.int().check(z.minimum(1)),
  status: PurchaseItemStatus,
  /** Whether it is paid again and again; absent in states from before there was this field. */
  recurring: z.optional(z.boolean()),
  /** Its product is not in the catalogue: what it gives is a guess until it is. */
  provisional: z.optional(z.boolean()),
  /** What its subscription bills at the moment, up to and without `endsAt`; absent in states from before there was this field. */
  period: z.optional(z.object({ startsAt: Moment, endsAt: Moment })),
  product: z.object({ name: z.string(), type: z.string() }),
  entitlements: z.array(GrantedEntitlement),
});
export type PurchaseItem = z.infer<typeof PurchaseItem>;

/**
 * One completed checkout of an organization, or one subscription made without a checkout, and its state now. It is known for ever by its `checkoutSessionId`;
 * `id` is billing's own and another one after billing was rebuilt, `version` grows even then.
 */
export const PurchaseState = z.extend(AggregateState, {
  organizationId: z.int().check(z.positive()),
  /** Of the payment provider. */
  customerId: z.string(),
  /** Of the checkout, or else of the subscription. */
  checkoutSessionId: z.string(),
  /** Id of the user who went to the payment page; absent when Stripe does not know. */
  boughtBy: z.nullish(z.int().check(z.positive())),
  purchasedAt: z.string(),
  items: z.array(PurchaseItem),
});
export type PurchaseState = z.infer<typeof PurchaseState>;

export const purchaseChanged: StateTopic<PurchaseState> = {
  topic: 'billing.purchase.v1',
  source: '/billing',
  type: 'billing.purchase.changed',
  data: PurchaseState,
};
