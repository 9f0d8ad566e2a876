import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ListQuery } from '@portico/contracts/common/page';
import {
  type BillingOverview,
  type ReconciliationReport,
  type UsageFaults,
  MAX_USAGE_FAULTS,
  type UsageFault,
} from '@portico/contracts/http/billing';
import { Organization } from '@portico/messaging';
import { containing, foldSql, matching, isoSql } from '@portico/postgres';
import { Customer } from '../customers/customer.entity.ts';
import { askStripe, noCustomer } from '../stripe/refusals.ts';
import { StripeMeters } from '../usage/stripe-meters.ts';
import { WebhookQueue } from '../webhooks/webhook-queue.ts';
import { Purchase } from '../purchases/purchase.entity.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';
import { WHOLE } from '../usage/meter-events.ts';

/**
 * SQL for invoice lines whose quantity differs from Portico's count. The count is the sum of the meter events in the line's time range and
 * of the unreported use of periods that end in the range. A negative count becomes 0. A line is compared once all of these periods are
 * frozen.
 */
const DIFFERENCES = `
  with told as (
    select p.id, p.organization_id, p.lookup_key, p.starts_at, p.ends_at, p.state, ${WHOLE} as used,
      coalesce((select sum(e.value) from meter_events e where e.period_id = p.id), 0) as told
    from usage_periods p where exists (select from metered_lines l where l.organization_id = p.organization_id
      and l.lookup_key = p.lookup_key and p.starts_at < l.ends_at and p.ends_at > l.starts_at)
  ), compared as (
    select l.*, greatest(0,
      coalesce((select sum(e.value) from meter_events e join told p on p.id = e.period_id
        where p.organization_id = l.organization_id and p.lookup_key = l.lookup_key
          and e.stamped_at >= l.starts_at and e.stamped_at < l.ends_at), 0)
      + coalesce(sum(p.used - p.told) filter (where p.ends_at <= l.ends_at), 0)) as expected
    from metered_lines l join told p on p.organization_id = l.organization_id and p.lookup_key = l.lookup_key
      and p.starts_at < l.ends_at and p.ends_at > l.starts_at
    group by l.id
    having bool_and(p.state = 'frozen') filter (where p.ends_at <= l.ends_at) is not false
  )
  select c.organization_id as "organizationId", o.name as "organizationName", c.lookup_key as "lookupKey", c.invoice,
    c.quantity::text as stripe, c.expected::text as portico, null as reason, ${isoSql('c.ends_at')} as since
  from compared c left join organizations o on o.id = c.organization_id
  where c.quantity <> c.expected order by c.ends_at desc, c.id limit ${MAX_USAGE_FAULTS}`;

const UNSENT = `
  select p.organization_id as "organizationId", o.name as "organizationName", p.lookup_key as "lookupKey", null as invoice,
    null as stripe, e.value::text as portico, e.last_error as reason, ${isoSql('e.created_at')} as since
  from meter_events e join usage_periods p on p.id = e.period_id left join organizations o on o.id = p.organization_id
  where e.accepted_at is null and e.last_error is not null order by e.created_at desc limit ${MAX_USAGE_FAULTS}`;

const USED_KEYS = 'select distinct lookup_key as "lookupKey" from usage_periods';

/** @param formulas by lookup key, the aggregation of each Stripe meter whose aggregation is not `sum` */
async function usageFaults(em: EntityManager, formulas: ReadonlyMap<string, string>): Promise<UsageFault[]> {
  const keys = formulas.size === 0 ? [] : await em.execute<{ lookupKey: string }[]>(USED_KEYS);
  const refused = keys.flatMap(({ lookupKey }): UsageFault[] => {
    const formula = formulas.get(lookupKey);
    if (formula === undefined) return [];
    const reason = `Stripe's meter aggregates by ${formula}. Only a meter that aggregates by sum receives usage.`;
    const none = {
      organizationId: null,
      organizationName: null,
      invoice: null,
      stripe: null,
      portico: null,
      since: null,
    };
    return [{ ...none, lookupKey, reason }];
  });
  const [differences, unsent] = [await em.execute<UsageFault[]>(DIFFERENCES), await em.execute<UsageFault[]>(UNSENT)];
  return [...refused, ...differences, ...unsent].slice(0, MAX_USAGE_FAULTS);
}

/** The administrators' overview of purchases and webhooks. Compares one organization with Stripe on demand. */
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
