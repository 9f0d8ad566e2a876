import { type EntityManager as Em, EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import type { Measure, OrganizationUsage } from '@portico/contracts/http/event-usage';
import { entitlementChanged, type MeteredPeriod } from '@portico/contracts/events/orgs';
import { Outbox } from '@portico/messaging';
import { isoSql } from '@portico/postgres';
import { CONFIG } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import type { OrgsConfig } from '../config.ts';
import { OrganizationEntitlement } from '../entitlements/organization-entitlement.entity.ts';
import { askUsage } from './meters.service.ts';
import { OpeningService } from './opening.service.ts';
import { publishUsage } from './usage-states.ts';

/** New ones, and those from before periods were published. */
const UNPUBLISHED = 'select id from usage_periods where version = 0 order by id limit 500';

/**
 * One question for all periods that ask the same until now or until they end: distinct values of a period do not add up, so they are
 * counted as a whole.
 */
type Due = {
  question: string;
  measure: Measure;
  field: string | null;
  /** Milliseconds since 1970. */
  counted_from: number;
  /** The end of these periods, or now. */
  ends_at: number;
  counted_to: number;
  periods: { id: number; organization: number }[];
};
const millis = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;
const UNTIL = `least(ends_at, date_trunc('milliseconds', now()))`;
const dueWhere = (where: string, from: string): string => `
  select question, measure, field, ${millis(from)} as counted_from, ${millis(UNTIL)} as ends_at,
    ${millis('max(counted_to)')} as counted_to,
    jsonb_agg(jsonb_build_object('id', id, 'organization', organization_id)) as periods
  from usage_periods where frozen_at is null and ${where}
  group by question, measure, field, ${from}, ${UNTIL}`;
const RUNNING = dueWhere('counted_to < ends_at', `case measure when 'distinct' then starts_at else counted_to end`);
const ENDED = dueWhere('counted_to = ends_at and ends_at < now() - make_interval(secs => ?)', 'starts_at');

const COUNT = `
  update usage_periods p set counted_to = ?, value = case p.measure when 'distinct' then u.value else p.value + u.value end,
    events = case p.measure when 'distinct' then u.events else p.events + u.events end
  from jsonb_to_recordset(?::jsonb) as u(id int, value numeric, events bigint)
  where p.id = u.id and p.frozen_at is null and (p.counted_to = ? or p.measure = 'distinct' and p.counted_to < ?)`;
const FREEZE = `
  update usage_periods p set value = u.value, events = u.events, digest = u.digest, frozen_at = now()
  from jsonb_to_recordset(?::jsonb) as u(id int, value numeric, events bigint, digest text)
  where p.id = u.id and p.frozen_at is null`;
/** As the state of its entitlement says it. */
const PERIOD = `jsonb_build_object('startsAt', ${isoSql('p.starts_at')}, 'endsAt', ${isoSql('p.ends_at')}, 'where', p.question,
  'hard', m.hard)`;
const IS_RUNNING = 'p.starts_at <= now() and p.ends_at > now()';
/** Periods of which the entitlement does not say that it is in them, or not what the meter says. */
const UNKNOWN = `
  select p.id from usage_periods p join meters m using (lookup_key) join organization_entitlements e using (organization_id, lookup_key)
  where ${IS_RUNNING} and e.period is distinct from ${PERIOD} limit 1000`;
/** A used count is an exact integer of JSON; what is beyond stands in the period, as a decimal. */
const USED = `
  select p.organization_id, p.lookup_key, ${PERIOD} as period,
    least(greatest(floor(p.value + coalesce(sum(a.amount), 0)), 0), ${Number.MAX_SAFE_INTEGER})::text as used
  from usage_periods p join meters m using (lookup_key) left join usage_adjustments a on a.period_id = p.id
  where p.id = any(?::int[]) and ${IS_RUNNING}
  group by p.id, m.hard`;

/** Over no event. */
const NO_DIGEST = '0'.repeat(32);

/** Keeps the used counts of entitlements: what arrived since the last look is added. Any number of processes may do so at once. */
@Injectable()
export class CountingService {
  private readonly logger = new Logger(CountingService.name);
  /** Questions of which the log says that they are refused. */
  private readonly refused = new Set<string>();

  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
    private readonly outbox: Outbox,
    private readonly opening: OpeningService,
    @Inject(CONFIG) private readonly config: OrgsConfig,
  ) {}

  /** One look. @throws Unavailable while the events service does not answer; what is counted stays. */
  async count(): Promise<void> {
    const em = this.em.fork();
    await this.opening.open(em);
    await em.transactional((own) => this.publishNew(own));
    for (const due of await em.execute<Due[]>(RUNNING)) await this.orStay(due, this.advance(due));
    for (const due of await em.execute<Due[]>(ENDED, [this.config.USAGE_CLOSING_SECONDS]))
      await this.orStay(due, this.freeze(due));
  }

  /** A question that is refused, since it asks too much now, stops its own count alone. @throws Unavailable. */
  private async orStay({ question, periods }: Due, work: Promise<void>): Promise<void> {
    try {
      await work;
      this.refused.delete(question);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.refused.has(question)) return;
      this.refused.add(question);
      this.logger.warn({ question, periods: periods.length, error: error.message }, 'counting usage failed');
    }
  }

  /** Settles entitlements whose state lacks their period, then publishes periods without a state. */
  private async publishNew(em: Em): Promise<void> {
    const unknown = await em.execute<{ id: number }[]>(UNKNOWN);
    await this.settle(
      em,
      unknown.map(({ id }) => id),
    );
    const rows = await em.execute<{ id: number }[]>(UNPUBLISHED);
    await publishUsage(
      em,
      this.outbox,
      rows.map(({ id }) => id),
    );
  }

  /** The used count of these periods, and what it is of, as the entitlements and the states of the periods say it. Part of the transaction that changed them. */
  async settle(em: Em, periods: readonly number[]): Promise<void> {
    if (periods.length === 0) return;
    await publishUsage(em, this.outbox, periods);
    type Used = { organization_id: number; lookup_key: string; used: string; period: MeteredPeriod };
    const rows = await em.execute<Used[]>(USED, [`{${periods.join(',')}}`]);
    const used = new Map(rows.map((row) => [`${row.organization_id} ${row.lookup_key}`, row]));
    const entitlements = await em.find(
      OrganizationEntitlement,
      {
        organizationId: { $in: rows.map((row) => row.organization_id) },
        lookupKey: { $in: rows.map((row) => row.lookup_key) },
      },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    for (const entitlement of entitlements) {
      const row = used.get(`${entitlement.organizationId} ${entitlement.lookupKey}`);
      if (row === undefined || !entitlement.use(Number(row.used), row.period)) continue;
      this.outbox.add(em, entitlementChanged, entitlement.toState());
    }
    await em.flush();
  }

  private async advance(due: Due): Promise<void> {
    const { data, countedTo } = await this.ask(due);
    if (Date.parse(countedTo) <= due.counted_to) return;
    const rows = usageOf(due, data);
    await this.em.fork().transactional(async (em) => {
      await em.execute(COUNT, [countedTo, JSON.stringify(rows), iso(due.counted_to), countedTo]);
      await this.settle(
        em,
        rows.map(({ id }) => id),
      );
    });
  }

  /** Counted once more as a whole: the last number, with the digest of what it counts. */
  private async freeze(due: Due): Promise<void> {
    const { data, countedTo } = await this.ask(due);
    if (Date.parse(countedTo) < due.ends_at) return;
    const rows = usageOf(due, data);
    await this.em.fork().transactional(async (em) => {
      await em.execute(FREEZE, [JSON.stringify(rows)]);
      await publishUsage(
        em,
        this.outbox,
        rows.map(({ id }) => id),
      );
    });
  }

  private ask({ question, measure, field, counted_from: from, ends_at: to }: Due) {
    return askUsage(this.events, {
      where: question,
      measure,
      ...(field !== null && { field }),
      arrivedFrom: iso(from),
      arrivedTo: iso(to),
    });
  }
}

const iso = (moment: number): string => new Date(moment).toISOString();

type Usage = Pick<OrganizationUsage, 'value' | 'events' | 'digest'> & { id: number };

const usageOf = ({ periods }: Due, data: readonly OrganizationUsage[]): Usage[] => {
  const byOrganization = new Map(data.map((row) => [row.organizationId, row]));
  return periods.map(({ id, organization }) => {
    const { value = '0', events = 0, digest = NO_DIGEST } = byOrganization.get(organization) ?? {};
    return { id, value, events, digest };
  });
};
