import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type BilledSubscription,
  NEWEST_INVOICES,
  NEWEST_SUBSCRIPTIONS,
  type OrganizationBilling,
} from '@portico/contracts/http/organization-billing';
import { Stripe } from 'stripe';
import { ProductsService } from '../products/products.service.ts';
import { CachedRead } from '../stripe/cached-read.ts';
import { askStripe } from '../stripe/refusals.ts';
import { meteredLinesOf } from '../usage/metered-lines.ts';
import { StripeMeters } from '../usage/stripe-meters.ts';
import { withItems } from '../stripe/stripe-records.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { type Names, toBilledInvoice, toBilledSubscription, toTime } from './to-billing.ts';

const { StripeInvalidRequestError } = Stripe.errors;

const CACHE_MS = 10_000;

/** Maximum number of customers in the cache. Beyond it, the customer that was added first is removed. */
const MAX_READS = 500;

/** Maximum concurrent invoice previews of one read. It is low because checkouts and webhooks share Stripe's rate limit. */
const PREVIEW_CONCURRENCY = 4;

type Billing = Readonly<Omit<OrganizationBilling, 'organization' | 'customerId'>>;

/** Reads the billing of customers from Stripe, and caches each response for 10 s. Callers check permissions first. */
@Injectable()
export class CustomerBilling {
  private readonly logger = new Logger(CustomerBilling.name);
  private readonly reads = new Map<string, CachedRead<Billing>>();

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly products: ProductsService,
    private readonly meters: StripeMeters,
  ) {}

  /** @throws Problem `unavailable`; StripeError for a customer that Stripe does not have. */
  of(customerId: string): Promise<Billing> {
    return this.readOf(customerId).current();
  }

  /** Drops the cached response, because the customer has changed in Stripe. */
  forget(customerId: string): void {
    this.reads.delete(customerId);
  }

  private readOf(customerId: string): CachedRead<Billing> {
    const known = this.reads.get(customerId);
    if (known) return known;
    const [first] = this.reads.keys();
    if (first !== undefined && this.reads.size >= MAX_READS) this.reads.delete(first);
    const read = new CachedRead(() => askStripe('Billing', () => this.read(customerId)), CACHE_MS);
    this.reads.set(customerId, read);
    return read;
  }

  private async read(customerId: string): Promise<Billing> {
    const [subscriptions, invoices, products, { keyOfPrice }] = await Promise.all([
      this.stripe.subscriptions.list({
        customer: customerId,
        limit: NEWEST_SUBSCRIPTIONS,
        expand: [
          'data.customer.invoice_settings.default_payment_method',
          'data.default_payment_method',
          'data.latest_invoice',
        ],
      }),
      this.stripe.invoices.list({ customer: customerId, limit: NEWEST_INVOICES }),
      this.products.all(),
      this.meters.current(),
    ]);
    const names: Names = new Map([...products].map(([id, product]) => [id, product.name]));
    const whole = await Promise.all(subscriptions.data.map((one) => withItems(this.stripe, one)));
    const billed = await Promise.all(
      invoices.data.map(async (one) => toBilledInvoice(one, await meteredLinesOf(this.stripe, one, keyOfPrice))),
    );
    return {
      subscriptions: await this.withNextCharges(whole.flatMap((one) => toBilledSubscription(one, names) ?? [])),
      invoices: billed.flatMap((one) => one ?? []),
      hasMore: subscriptions.has_more || invoices.has_more,
    };
  }

  private async withNextCharges(subscriptions: readonly BilledSubscription[]): Promise<BilledSubscription[]> {
    const charged: BilledSubscription[] = [];
    for (let from = 0; from < subscriptions.length; from += PREVIEW_CONCURRENCY) {
      const some = subscriptions.slice(from, from + PREVIEW_CONCURRENCY);
      charged.push(...(await Promise.all(some.map((one) => this.withNextCharge(one)))));
    }
    return charged;
  }

  /** Adds the next charge from Stripe's invoice preview, because only Stripe knows discounts, taxes and credit. */
  private async withNextCharge(subscription: BilledSubscription): Promise<BilledSubscription> {
    const { id, status, endsAt, periodEndsAt } = subscription;
    if (status !== 'active' || endsAt !== null) return subscription;
    const preview = await this.stripe.invoices.createPreview({ subscription: id }).catch((error: unknown) => {
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      this.logger.warn({ subscription: id, error: error.message }, 'Stripe invoice preview failed');
      return null;
    });
    const at = preview?.next_payment_attempt ? toTime(preview.next_payment_attempt) : periodEndsAt;
    return { ...subscription, nextCharge: preview && at !== null ? { amount: preview.amount_due, at } : null };
  }
}
