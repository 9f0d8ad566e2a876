import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type BillableProduct,
  CHECKOUT_CANCELED_PATH,
  CHECKOUT_SUCCESS_PATH,
  type CheckoutCreate,
  type CheckoutOutcome,
  type HostedPage,
} from '@portico/contracts/http/billing';
import type { Organization } from '@portico/messaging';
import { type Caller, CONFIG, Problem } from '@portico/service';
import type { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { CustomersService } from '../customers/customers.service.ts';
import { DeploymentService } from '../deployment/deployment.service.ts';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { ProductsService } from '../products/products.service.ts';
import { ForgetCustomer } from '../purchases/forget-customer.command.ts';
import { idOf } from '../stripe/stripe-records.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';
import { askStripe, isCustomerMissing, isLineRefused, isMissing } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';

/** Maximum quantity of a line on the payment page. */
const MAX_QUANTITY = 999;
/** Maximum quantity of a line for products with a minimum quantity above one; Stripe's own maximum. */
const STRIPE_MAX_QUANTITY = 999_999;

type SessionParams = Stripe.Checkout.SessionCreateParams;

const toLine = ({ minimum, defaultPrice }: BillableProduct): Stripe.Checkout.SessionCreateParams.LineItem => ({
  price: defaultPrice.id,
  quantity: minimum,
  adjustable_quantity: { enabled: true, minimum, maximum: minimum > 1 ? STRIPE_MAX_QUANTITY : MAX_QUANTITY },
});

/** Handles payments for organizations, from the choice of products to the return from Stripe's payment page. */
@Injectable()
export class CheckoutService {
  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly commands: CommandBus,
    private readonly organizations: OrganizationsService,
    private readonly products: ProductsService,
    private readonly customers: CustomersService,
    private readonly deployment: DeploymentService,
  ) {}

  /** @throws Problem `organization_not_found`, `forbidden`, `validation_failed`, `conflict`, `unavailable`. */
  async create(caller: Caller, { productIds, organizationId }: CheckoutCreate): Promise<HostedPage> {
    const organization = await this.organizations.getManaged(caller, organizationId);
    const products = await this.products.require(productIds);
    const session = await askStripe('Payment', () =>
      this.withCustomer(organization, caller, (customer) =>
        this.stripe.checkout.sessions.create(this.sessionOf(customer, organization, caller, products), {
          idempotencyKey: `checkout-${randomUUID()}`,
        }),
      ),
    ).catch(async (error: unknown) => {
      if (!isLineRefused(error)) throw error;
      await this.products.refresh();
      throw new Problem(
        'conflict',
        'A product in your cart has changed or is no longer for sale. Please look at the products again.',
        [],
        {
          cause: error,
        },
      );
    });
    if (!session.url) throw new Error(`checkout session ${session.id} has no address`);
    return { url: session.url };
  }

  /** @throws Problem `not_found` for a checkout of another organization; `unavailable`. */
  async comeBack(caller: Caller, sessionId: string): Promise<CheckoutOutcome> {
    const session = await askStripe('Payment', () => this.stripe.checkout.sessions.retrieve(sessionId)).catch(
      (error: unknown) => {
        if (isMissing(error)) throw Problem.notFound('The checkout');
        throw error;
      },
    );
    const organization = await this.organizations.find(caller, Number(session.client_reference_id) || 0);
    const customerId = idOf(session.customer);
    if (!organization || !customerId || !(await this.isOwn(session, customerId)))
      throw Problem.notFound('The checkout');
    const organizationId = organization.id;
    if (session.status !== 'complete')
      return { organizationId, status: session.status === 'open' ? 'open' : 'expired' };
    if (session.payment_status === 'unpaid') return { organizationId, status: 'processing' };
    await askStripe('Payment', () => this.commands.execute(new SynchronizeCustomer(customerId, 'return')));
    return { organizationId, status: 'paid' };
  }

  /** Whether this deployment created the checkout. If the checkout names no deployment, this database must contain its customer. */
  private async isOwn(session: Stripe.Checkout.Session, customerId: string): Promise<boolean> {
    const owner = this.deployment.ownerOf(session);
    return owner === 'us' || (owner === 'unmarked' && this.customers.isKnown(customerId));
  }

  /**
   * Calls `work` with the organization's customer. If Stripe has deleted the customer, calls `work` again with a new customer.
   * @throws StripeError.
   */
  private async withCustomer<Result>(
    organization: Organization,
    { email }: Caller,
    work: (customer: string) => Promise<Result>,
  ): Promise<Result> {
    const customer = await this.customers.ensure(organization, email);
    return work(customer).catch(async (error: unknown) => {
      if (!isCustomerMissing(error)) throw error;
      await this.commands.execute(new ForgetCustomer(customer));
      return work(await this.customers.ensure(organization, email));
    });
  }

  private sessionOf(
    customer: string,
    { id }: Organization,
    caller: Caller,
    products: readonly BillableProduct[],
  ): SessionParams {
    const metadata = { organization_id: String(id), user_id: String(caller.id), ...this.deployment.mark };
    const isAgain = products.some(({ defaultPrice }) => defaultPrice.interval !== null);
    const console = this.config.CONSOLE_URL.replace(/\/$/, '');
    return {
      mode: isAgain ? 'subscription' : 'payment',
      customer,
      client_reference_id: String(id),
      line_items: products.map(toLine),
      success_url: `${console}${CHECKOUT_SUCCESS_PATH}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${console}${CHECKOUT_CANCELED_PATH}`,
      metadata,
      // Stripe always creates invoices for subscriptions, but for one-time payments only on request.
      ...(isAgain
        ? { subscription_data: { metadata } }
        : { payment_intent_data: { metadata }, invoice_creation: { enabled: true } }),
    };
  }
}
