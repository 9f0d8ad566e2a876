import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { type HostedPage, organizationBillingPath } from '@portico/contracts/http/billing';
import { type Caller, callerIsAdmin, CONFIG } from '@portico/service';
import type { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { Customer } from '../customers/customer.entity.ts';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { askStripe, isCustomerMissing, noCustomer } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';

/** Stripe's page on which customers see and cancel their purchases. */
@Injectable()
export class PortalService {
  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * Returns the portal's URL. The portal's return link leads managers to the organization's billing screen, and administrators to the
   * billing overview.
   * @throws Problem `stripe_customer_not_found` for another organization's customer; `forbidden` for members who are not managers;
   * `unavailable`.
   */
  async open(caller: Caller, customerId: string): Promise<HostedPage> {
    const customer = await this.em.findOne(Customer, { customerId });
    if (!customer || !(await this.organizations.findManaged(caller, customer.organizationId))) throw noCustomer();
    const path = callerIsAdmin(caller) ? '/billing' : organizationBillingPath(customer.organizationId);
    const returnUrl = new URL(path, this.config.CONSOLE_URL).href;
    const { url } = await askStripe('The customer portal', () =>
      this.stripe.billingPortal.sessions.create(
        { customer: customerId, return_url: returnUrl },
        { idempotencyKey: `portal-${randomUUID()}` },
      ),
    ).catch((error: unknown) => {
      throw isCustomerMissing(error) ? noCustomer() : error;
    });
    return { url };
  }
}
