import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type BilledSubscription,
  NEWEST_INVOICES,
  NEWEST_SUBSCRIPTIONS,
  type OrganizationBilling,
} from '@portico/contracts/http/organization-billing';
import { type Caller, Problem } from '@portico/service';
import { Stripe } from 'stripe';
import { Customer } from '../customers/customer.entity.ts';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { ProductsService } from '../products/products.service.ts';
import { askStripe, isMissing, noCustomer } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { type Names, toBilledInvoice, toBilledSubscription, toTime } from './to-billing.ts';

const { StripeInvalidRequestError } = Stripe.errors;

/**
 * What an organization pays, for its members. It is read from Stripe at each request: no webhook that is late, lost or out of
 * order can show a customer what is no longer so.
 */
@Injectable()
export class OrganizationBillingService {
  private readonly logger = new Logger(OrganizationBillingService.name);

  constructor(
    private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly organizations: OrganizationsService,
    private readonly products: ProductsService,
  ) {}

  /**
   * @throws Problem `not_found` for none of the caller's organizations; `stripe_customer_not_found` for one that has never paid;
   *   `unavailable`.
   */
  async get(caller: Caller, organizationId: number): Promise<OrganizationBilling> {
    const organization = await this.organizations.find(caller, organizationId);
    if (!organization) throw Problem.notFound('The organization');
    const customerId = (await this.em.findOne(Customer, { organizationId }))?.customerId;
    if (!customerId) throw noCustomer();
    const { id, name } = organization;
    const read = await askStripe('Billing', () => this.read(customerId)).catch((error: unknown) => {
      throw isMissing(error) ? noCustomer() : error;
    });
    return { organization: { id, name }, customerId, ...read };
  }

  private async read(customerId: string): Promise<Omit<OrganizationBilling, 'organization' | 'customerId'>> {
    const [subscriptions, invoices, products] = await Promise.all([
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
    ]);
    const names: Names = new Map([...products].map(([id, product]) => [id, product.name]));
    const billed = subscriptions.data.flatMap((one) => toBilledSubscription(one, names) ?? []);
    return {
      subscriptions: await Promise.all(billed.map((one) => this.withNextCharge(one))),
      invoices: invoices.data.flatMap((one) => toBilledInvoice(one) ?? []),
      hasMore: subscriptions.has_more || invoices.has_more,
    };
  }

  /** Only Stripe knows discounts, taxes and credit. */
  private async withNextCharge(subscription: BilledSubscription): Promise<BilledSubscription> {
    const { id, status, endsAt, periodEndsAt } = subscription;
    if (status !== 'active' || endsAt !== null) return subscription;
    const preview = await this.stripe.invoices.createPreview({ subscription: id }).catch((error: unknown) => {
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      this.logger.warn({ subscription: id, error: error.message }, 'Stripe has no next charge of a subscription');
      return null;
    });
    const at = preview?.next_payment_attempt ? toTime(preview.next_payment_attempt) : periodEndsAt;
    return { ...subscription, nextCharge: preview && at !== null ? { amount: preview.amount_due, at } : null };
  }
}
