import { z } from 'zod/mini';
import { Count, Id } from '../common/ids.ts';
import { ListQuery, page } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { PurchaseItemStatus } from '../events/billing.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** How often a customer pays a price. */
export const PriceInterval = z.enum(['day', 'week', 'month', 'year']);
export type PriceInterval = z.infer<typeof PriceInterval>;

/** A product for sale. `unitAmount` is in cents of a US dollar. */
export const BillableProduct = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Name of one unit, such as `bank account`. */
  unit: z.nullable(z.string()),
  /** Number of free units. */
  included: Count,
  /** Minimum quantity of a purchase; the payment page allows more. */
  minimum: z.int().check(z.minimum(1)),
  /** The organization's product that the purchase activates. */
  organizationProduct: z.nullable(z.object({ name: z.string(), type: z.string() })),
  /** `interval` is null for a one-time price. */
  defaultPrice: z.object({
    id: z.string(),
    lookupKey: z.nullable(z.string()),
    unitAmount: Count,
    interval: z.nullable(PriceInterval),
  }),
});
export type BillableProduct = z.infer<typeof BillableProduct>;

/** Maximum products per checkout: Stripe allows 20 recurring lines. */
export const MAX_CHECKOUT_PRODUCTS = 20;

const StripeId = z.string().check(z.minLength(1), z.maxLength(255));

/** Each product once, in its minimum quantity; the payment page allows more. */
export const CheckoutCreate = z.object({
  productIds: z.array(StripeId).check(
    z.minLength(1, { error: should('name a product') }),
    z.maxLength(MAX_CHECKOUT_PRODUCTS),
    z.refine((ids) => new Set(ids).size === ids.length, { error: should('name each product once') }),
  ),
  organizationId: Id,
});
export type CheckoutCreate = z.infer<typeof CheckoutCreate>;

export const CustomerPortalCreate = z.object({ customerId: StripeId });
export type CustomerPortalCreate = z.infer<typeof CustomerPortalCreate>;

/** A Stripe page that the browser is redirected to. */
export const HostedPage = z.object({ url: z.url() });
export type HostedPage = z.infer<typeof HostedPage>;

/** Paths to which Stripe returns the browser, below the console's address. */
export const CHECKOUT_SUCCESS_PATH = '/checkout/success';
export const CHECKOUT_CANCELED_PATH = '/checkout/canceled';
export const organizationBillingPath = (organizationId: number): string => `/organizations/${organizationId}/billing`;

/** `sessionId` is the query parameter `session_id` of the success page. */
export const CheckoutReturn = z.object({
  sessionId: z.string().check(z.regex(/^cs_\w{1,250}$/, { error: should('be the id of a checkout') })),
});
export type CheckoutReturn = z.infer<typeof CheckoutReturn>;

/**
 * The state of a checkout, according to Stripe. `paid`: the grant follows within moments. `processing`: the transfer is pending.
 * `open`: not paid yet. `expired`: can no longer be paid.
 */
export const CheckoutOutcome = z.object({
  status: z.enum(['paid', 'processing', 'open', 'expired']),
  organizationId: Id,
});
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>;

/** One completed checkout. `amountTotal`: the immediate payment in the smallest unit of `currency`. */
export const Purchase = z.object({
  id: Id,
  organizationId: Id,
  /** Null if the billing service does not know the organization. */
  organizationName: z.nullable(z.string()),
  customerId: z.string(),
  checkoutSessionId: z.string(),
  subscriptionId: z.nullable(z.string()),
  currency: z.string(),
  amountTotal: Count,
  purchasedAt: z.string(),
  items: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      quantity: z.int().check(z.minimum(1)),
      status: PurchaseItemStatus,
    }),
  ),
});
export type Purchase = z.infer<typeof Purchase>;

/** A use of an entitlement for which Stripe and Portico have different quantities, or which Stripe rejects. Quantities are decimals. */
export const UsageFault = z.object({
  organizationId: z.nullable(Id),
  organizationName: z.nullable(z.string()),
  lookupKey: z.string(),
  invoice: z.nullable(z.string()),
  /** The quantity on a line of the `invoice`. */
  stripe: z.nullable(z.string()),
  /** The quantity that Portico counted, or that Portico has not sent to Stripe yet. */
  portico: z.nullable(z.string()),
  /** Why Stripe rejects the use; null for a difference between the quantities. */
  reason: z.nullable(z.string()),
  /** The end of the invoice line's period, or when Portico queued the unsent quantity. */
  since: z.nullable(z.string()),
});
export type UsageFault = z.infer<typeof UsageFault>;

/** Maximum faults per response. */
export const MAX_USAGE_FAULTS = 50;
export const UsageFaults = z.object({ data: z.array(UsageFault) });
export type UsageFaults = z.infer<typeof UsageFaults>;

/** `webhooks`: Stripe webhooks that wait to be processed; `failing`: the number of these webhooks that failed at least once. */
export const BillingOverview = z.extend(page(Purchase), {
  webhooks: z.object({
    waiting: Count,
    failing: Count,
    oldestReceivedAt: z.nullable(z.string()),
  }),
});
export type BillingOverview = z.infer<typeof BillingOverview>;

export const Reconciliation = z.object({ organizationId: Id });
export type Reconciliation = z.infer<typeof Reconciliation>;

/** `changed`: number of purchases that differed from Stripe and were changed. */
export const ReconciliationReport = z.object({ changed: Count });
export type ReconciliationReport = z.infer<typeof ReconciliationReport>;

export const listBillableProducts = endpoint({
  method: 'GET',
  path: '/billable-products',
  audit: READS_SETTINGS,
  summary: 'List the products for sale',
  response: z.array(BillableProduct),
});
export const createCheckout = endpoint({
  method: 'POST',
  path: '/stripe/checkout',
  audit: { action: 'checkout.create', targets: { organization: 'organizationId' } },
  summary: "Start a checkout of products for one of the caller's organizations; returns the URL of the payment page",
  body: CheckoutCreate,
  response: HostedPage,
});
export const returnFromCheckout = endpoint({
  method: 'POST',
  path: '/stripe/checkout/return',
  audit: { action: 'checkout.confirm' },
  summary: "Get the state of a checkout of one of the caller's organizations from Stripe",
  body: CheckoutReturn,
  response: CheckoutOutcome,
});
export const createCustomerPortal = endpoint({
  method: 'POST',
  path: '/stripe/customer-portal',
  audit: { action: 'customer-portal.open' },
  summary:
    "Get the URL of the Stripe page where the customer of one of the caller's organizations views and cancels purchases",
  body: CustomerPortalCreate,
  response: HostedPage,
});
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/stripe/webhook',
  audit: { none: 'Stripe records its events itself; the resulting purchases are domain events' },
  summary: 'Receive an event that Stripe signed; each event is processed once, after the response',
  headers: z.object({ 'stripe-signature': z.string() }),
  body: z.unknown(),
  response: z.void(),
});
export const listPurchases = endpoint({
  method: 'GET',
  path: '/admin/billing',
  audit: READS_SETTINGS,
  summary: 'List purchases of all organizations, newest first; `search` matches organization names and customer ids',
  query: ListQuery,
  response: BillingOverview,
});
export const listUsageFaults = endpoint({
  method: 'GET',
  path: '/admin/billing/usage-faults',
  audit: READS_SETTINGS,
  summary: `List use that differs between Stripe and Portico, or that Stripe rejects; at most ${MAX_USAGE_FAULTS}`,
  response: UsageFaults,
});
export const reconcile = endpoint({
  method: 'POST',
  path: '/admin/billing/reconcile',
  audit: { action: 'billing.reconcile' },
  summary: "Compare an organization's purchases with Stripe, and apply Stripe's state",
  body: Reconciliation,
  response: ReconciliationReport,
});
