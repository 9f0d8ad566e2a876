import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { BilledInvoice, OrganizationBilling } from '@portico/contracts/http/organization-billing';
import { type Caller, Problem } from '@portico/service';
import { Customer } from '../customers/customer.entity.ts';
import { OrganizationsService } from '../organizations/organizations.service.ts';
import { isMissing, noCustomer } from '../stripe/refusals.ts';
import { UsagePeriod } from '../usage/usage-period.entity.ts';
import { CustomerBilling } from './customer-billing.ts';

/**
 * Reads an organization's billing for its managers. Reads from Stripe instead of the copy that webhooks update, because a late, lost or
 * misordered webhook could make the copy wrong for a long time.
 */
@Injectable()
export class OrganizationBillingService {
  constructor(
    private readonly em: EntityManager,
    private readonly organizations: OrganizationsService,
    private readonly billing: CustomerBilling,
  ) {}

  /**
   * @throws Problem `not_found` for another organization; `forbidden` for members who are not managers; `stripe_customer_not_found`
   * for an organization that has never paid; `unavailable`.
   */
  async get(caller: Caller, organizationId: number): Promise<OrganizationBilling> {
    const organization = await this.organizations.findManaged(caller, organizationId);
    if (!organization) throw Problem.notFound('The organization');
    const customerId = (await this.em.findOne(Customer, { organizationId }))?.customerId;
    if (!customerId) throw noCustomer();
    const { id, name } = organization;
    const billing = await this.billing.of(customerId).catch((error: unknown) => {
      throw isMissing(error) ? noCustomer() : error;
    });
    const invoices = await this.withPeriods(id, billing.invoices);
    return { organization: { id, name }, customerId, ...billing, invoices };
  }

  /** Adds the ids of the usage periods to invoiced lines. */
  private async withPeriods(organizationId: number, invoices: readonly BilledInvoice[]): Promise<BilledInvoice[]> {
    if (invoices.every(({ usage }) => usage.length === 0)) return [...invoices];
    const periods = await this.em.find(UsagePeriod, { organizationId }, { orderBy: { startsAt: 'asc' } });
    return invoices.map((invoice) => ({
      ...invoice,
      usage: invoice.usage.map((line) => {
        const [start, end] = [new Date(line.startsAt), new Date(line.endsAt)];
        const covered = periods.filter(
          ({ lookupKey, startsAt, endsAt }) => lookupKey === line.lookupKey && startsAt < end && endsAt > start,
        );
        return { ...line, periods: covered.map((period) => period.id) };
      }),
    }));
  }
}
