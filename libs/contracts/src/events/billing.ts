import { z } from 'zod/mini';
import { Moment } from '../common/ids.ts';
import { AggregateState, type StateTopic } from './domain-event.ts';

/**
 * Only an `active` item grants anything. `past_due`: a renewal failed, the first payment is missing, or Stripe paused the subscription.
 * `canceled`: the subscription ended. `refunded`: the whole amount was refunded or charged back.
 */
export const PurchaseItemStatus = z.enum(['active', 'past_due', 'canceled', 'refunded']);
export type PurchaseItemStatus = z.infer<typeof PurchaseItemStatus>;

/**
 * The units of an entitlement that one item grants: `granted` units, plus `included` units, which an organization gets only once even
 * if several items grant the entitlement. `lookupKey` is unique in the organization.
 */
export const GrantedEntitlement = z.object({
  lookupKey: z.string().check(z.minLength(1)),
  name: z.string(),
  description: z.nullable(z.string()),
  included: z.int().check(z.minimum(0)),
  granted: z.int().check(z.minimum(0)),
});
export type GrantedEntitlement = z.infer<typeof GrantedEntitlement>;

/** `product` is the organization's product that the item belongs to. Several items may belong to one product. */
export const PurchaseItem = z.object({
  productId: z.string(),
  name: z.string(),
  quantity: z.int().check(z.minimum(1)),
  status: PurchaseItemStatus,
  /** Whether the item renews; absent in older states. */
  recurring: z.optional(z.boolean()),
  /** True if the item's product is not in the catalogue yet, so the grant may still change. */
  provisional: z.optional(z.boolean()),
  /** The current billing period of the item's subscription, excluding `endsAt`; absent in older states. */
  period: z.optional(z.object({ startsAt: Moment, endsAt: Moment })),
  product: z.object({ name: z.string(), type: z.string() }),
  entitlements: z.array(GrantedEntitlement),
});
export type PurchaseItem = z.infer<typeof PurchaseItem>;

/**
 * The current state of a purchase: a completed checkout of an organization, or a subscription without a checkout. Its permanent
 * identity is `checkoutSessionId`, because `id` changes when the billing database is rebuilt; `version` keeps growing.
 */
export const PurchaseState = z.extend(AggregateState, {
  organizationId: z.int().check(z.positive()),
  /** Id of the customer at the payment provider. */
  customerId: z.string(),
  /** Id of the checkout, or of the subscription without one. */
  checkoutSessionId: z.string(),
  /** The user who opened the payment page; null or absent if Stripe has no user id for the purchase. */
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
