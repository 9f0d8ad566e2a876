import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ListQuery } from '@portico/contracts/common/page';
import type { BillingOverview, ReconciliationReport, UsageFaults } from '@portico/contracts/http/billing';
import { Organization } from '@portico/messaging';
import { containing, foldSql, matching } from '@portico/postgres';
import { Customer } from '../customers/customer.entity.ts';
import { askStripe, noCustomer } from '../stripe/refusals.ts';
import { StripeMeters } from '../usage/stripe-meters.ts';
import { usageFaults } from '../usage/usage-faults.ts';
import { WebhookQueue } from '../webhooks/webhook-queue.ts';
import { Purchase } from '../purchases/purchase.entity.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';

/** The administrators' overview of purchases and webhooks, and the comparison of one organization on demand. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
    private readonly queue: WebhookQueue,
    private readonly meters: StripeMeters,
  ) {}

  async list({ search, limit, offset }: ListQuery): Promise<BillingOverview> {
    const where = search ? await this.matching(search) : {};
    const [rows, count] = await this.em.findAndCount(Purchase, where, { limit, offset, orderBy: { id: 'desc' } });
    const organizations = await this.em.find(Organization, {
      id: { $in: rows.map(({ organizationId }) => organizationId) },
    });
    const names = new Map(organizations.map(({ id, name }) => [id, name]));
    const data = rows.map((row) => ({
      id: row.id,
      organizationId: row.organizationId,
      organizationName: names.get(row.organizationId) ?? null,
      customerId: row.customerId,
      checkoutSessionId: row.checkoutSessionId,
      subscriptionId: row.subscriptionId ?? null,
      currency: row.currency,
      amountTotal: row.amountTotal,
      purchasedAt: row.purchasedAt.toISOString(),
      items: row.items.map(({ productId, name, quantity, status }) => ({ productId, name, quantity, status })),
    }));
    return { data, count, webhooks: await this.queue.state() };
  }

  async usageFaults(): Promise<UsageFaults> {
    return { data: await usageFaults(this.em.fork(), this.meters.known?.others ?? new Map()) };
  }

  /** @throws Problem `stripe_customer_not_found`, `unavailable`. */
  async reconcile(organizationId: number): Promise<ReconciliationReport> {
    const customerId = (await this.em.findOne(Customer, { organizationId }))?.customerId;
    if (!customerId) throw noCustomer();
    const { changed, isGone } = await askStripe('Stripe', () =>
      this.commands.execute(new SynchronizeCustomer(customerId, 'administrator')),
    );
    if (isGone) throw noCustomer();
    return { changed };
  }

  private async matching(search: string) {
    const folded = raw((alias) => foldSql(`${alias}."name"`));
    const organizations = await this.em.find(Organization, { [folded]: matching(search) });
    return {
      $or: [{ organizationId: { $in: organizations.map(({ id }) => id) } }, { customerId: containing(search) }],
    };
  }
}
