import { z } from 'zod/mini';
import { Count, Id, IdParams } from '../common/ids.ts';
import { PriceInterval } from './billing.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { OrganizationSummary } from './memberships.ts';

/** An amount in the smallest unit of `currency`, which is a lower-case ISO 4217 code. */
const Amount = z.int();

/**
 * `active`: paid. `past_due`: a payment failed, and the subscription grants nothing until the customer pays. `unpaid`: Stripe stopped
 * retrying, or the subscription was never paid. `paused`: Stripe charges nothing for now.
 */
export const SubscriptionStatus = z.enum(['active', 'past_due', 'unpaid', 'paused']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const SubscriptionLine = z.object({
  name: z.string(),
  /** Number of units; null for a metered price. */
  quantity: z.nullable(Count),
  /** Price per unit; null for a price that is not per unit. */
  unitAmount: z.nullable(Amount),
  interval: PriceInterval,
  /** Number of intervals per charge. */
  intervalCount: z.int().check(z.minimum(1)),
});
export type SubscriptionLine = z.infer<typeof SubscriptionLine>;

/** The card that pays a subscription. */
export const PayingCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expiresMonth: z.int(),
  expiresYear: z.int(),
});
export type PayingCard = z.infer<typeof PayingCard>;

export const InvoiceStatus = z.enum(['open', 'paid', 'uncollectible', 'void']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** The usage line of an invoice. */
export const InvoicedUsage = z.object({
  /** The entitlement's lookup key. */
  lookupKey: z.string(),
  quantity: z.int(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Ids of the usage periods, whose evidence lists the events. Empty if another system reports the usage. */
  periods: z.array(Id),
});
export type InvoicedUsage = z.infer<typeof InvoicedUsage>;

/** An invoice that Stripe has sent. The links lead to Stripe and work for anyone. */
export const BilledInvoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  createdAt: z.string(),
  status: InvoiceStatus,
  currency: z.string(),
  total: Amount,
  amountDue: Amount,
  /** Time of the next retry of a failed payment, or null. */
  nextAttemptAt: z.nullable(z.string()),
  /** Stripe's page for viewing the invoice, and for paying an open invoice. */
  pageUrl: z.nullable(z.url()),
  pdfUrl: z.nullable(z.url()),
  usage: z.array(InvoicedUsage),
});
export type BilledInvoice = z.infer<typeof BilledInvoice>;

export const BilledSubscription = z.object({
  id: z.string(),
  status: SubscriptionStatus,
  currency: z.string(),
  lines: z.array(SubscriptionLine),
  /** End of the current period. */
  periodEndsAt: z.nullable(z.string()),
  /** When a canceled subscription ends; the cancellation can be undone until then. */
  endsAt: z.nullable(z.string()),
  /** The next charge by Stripe, including discounts and taxes, or null. */
  nextCharge: z.nullable(z.object({ amount: Amount, at: z.string() })),
  card: z.nullable(PayingCard),
  /** The invoice to be paid. */
  openInvoice: z.nullable(BilledInvoice),
});
export type BilledSubscription = z.infer<typeof BilledSubscription>;

/** Maximum invoices in the response, newest first; the customer portal lists all invoices. */
export const NEWEST_INVOICES = 12;
/** Maximum subscriptions in the response, newest first; the customer portal lists all subscriptions. */
export const NEWEST_SUBSCRIPTIONS = 20;

export const OrganizationBilling = z.object({
  organization: OrganizationSummary,
  customerId: z.string(),
  subscriptions: z.array(BilledSubscription),
  invoices: z.array(BilledInvoice),
  /** Whether the customer portal has more invoices or subscriptions. */
  hasMore: z.boolean(),
});
export type OrganizationBilling = z.infer<typeof OrganizationBilling>;

export const getOrganizationBilling = endpoint({
  method: 'GET',
  path: '/organization-billing/{id}',
  audit: READS_SETTINGS,
  summary: "Get the subscriptions, next charges and invoices of one of the caller's organizations from Stripe",
  params: IdParams,
  response: OrganizationBilling,
});
