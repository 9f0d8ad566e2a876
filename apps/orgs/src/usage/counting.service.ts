import { type EntityManager as Em, EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { MAX_USAGE_QUESTIONS, type Measure, type OrganizationUsage } from '@portico/contracts/http/event-usage';
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

/** SQL: periods without a published state, which are new or from a release that did not publish periods. */
const UNPUBLISHED = 'select id from usage_periods where version = 0 order by id limit 500';

/** One request to the events service: questions about one range of arrival times, each with the usage periods that need the count. */
type Due = {
  /** Start of the range, in milliseconds since 1970. */
  counted_from: number;
  /** End of the range, in milliseconds since 1970: the end of the periods, or now if that is earlier. */
  ends_at: number;
  questions: DueQuestion[];
};
type DueQuestion = {
  question: string;
  measure: Measure;
  field: string | null;
  periods: { id: number; organization: number }[];
};
const millis = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;
const UNTIL = `least(ends_at, date_trunc('milliseconds', now()))`;
/** SQL: the questions to ask now, by range. The newest range comes first, so that an overdue count does not delay other counts. */
const dueWhere = (where: string, from: string): string => `
  select counted_from, ends_at, jsonb_agg(jsonb_build_object('question', question, 'measure', measure, 'field', field,
    'periods', periods)) as questions
  from (
    select question, measure, field, ${millis(from)} as counted_from, ${millis(UNTIL)} as ends_at,
      jsonb_agg(jsonb_build_object('id', id, 'organization', organization_id)) as periods
    from usage_periods where frozen_at is null and ${where}
    group by question, measure, field, ${from}, ${UNTIL}) asked
  group by counted_from, ends_at order by counted_from desc`;
const RUNNING = dueWhere('counted_to < ends_at', 'counted_to');
const ENDED = dueWhere('counted_to = ends_at and ends_at < now() - make_interval(secs => ?)', 'starts_at');

/**
 * SQL: adds counts to their periods, except periods that another process has counted meanwhile. Counts each distinct value of a period
 * once.
 */
const COUNT = `
  with added as (
    select * from jsonb_to_recordset(?::jsonb) as u(id int, value numeric, events bigint, "values" uuid[])),
  due as (
    select p.id from usage_periods p join added using (id) where p.frozen_at is null and p.counted_to = ? order by p.id for update of p),
  new_values as (
    insert into usage_values (period_id, hash) select id, unnest("values") from added join due using (id)
    on conflict do nothing returning period_id)
  update usage_periods p set counted_to = ?, events = p.events + a.events, value = p.value + case p.measure
    when 'distinct' then (select count(*) from new_values v where v.period_id = p.id) else a.value end
  from added a join due using (id) where p.id = a.id`;
const FREEZE = `
  update usage_periods p set value = u.value, events = u.events, digest = u.digest, frozen_at = now()
  from jsonb_to_recordset(?::jsonb) as u(id int, value numeric, events bigint, digest text)
  where p.id = u.id and p.frozen_at is null`;
const FORGET = `delete from usage_values where period_id = any(?::int[])`;
/** SQL: the period in the form in which the entitlement's state contains it. */
const PERIOD = `jsonb_build_object('startsAt', ${isoSql('p.starts_at')}, 'endsAt', ${isoSql('p.ends_at')}, 'where', p.question,
  'hard', m.hard)`;
const IS_RUNNING = 'p.starts_at <= now() and p.ends_at > now()';
/** SQL: running periods that are missing or outdated in their entitlement. */
const UNKNOWN = `
  select p.id from usage_periods p join meters m using (lookup_key) join organization_entitlements e using (organization_id, lookup_key)
  where ${IS_RUNNING} and e.period is distinct from ${PERIOD} limit 1000`;
/** SQL: used counts of entitlements, as integers that JSON represents exactly. The period contains the exact count as a decimal. */
const USED = `
  select p.organization_id, p.lookup_key, ${PERIOD} as period,
    least(greatest(floor(p.value + coalesce(sum(a.amount), 0)), 0), ${Number.MAX_SAFE_INTEGER})::text as used
  from usage_periods p join meters m using (lookup_key) left join usage_adjustments a on a.period_id = p.id
  where p.id = any(?::int[]) and ${IS_RUNNING}
  group by p.id, m.hard`;

const NO_DIGEST = '0'.repeat(32);

/** Maintains used counts by adding the events that arrived since the last count. Any number of processes may count concurrently. */
@Injectable()
export class CountingService {
  private readonly logger = new Logger(CountingService.name);
  private readonly refused = new Set<string>();

  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
    private readonly outbox: Outbox,
    private readonly opening: OpeningService,
    @Inject(CONFIG) private readonly config: OrgsConfig,
  ) {}

  /**
   * Opens new periods, counts the periods that are not fully counted yet, and freezes the periods that have ended.
   * @throws Unavailable if the events service does not respond. Counts that are already stored remain.
   */
  async count(): Promise<void> {
    const em = this.em.fork();
    await this.opening.open(em);
    await em.transactional((own) => this.publishNew(own));
    for (const due of await this.due(em, RUNNING, MAX_USAGE_QUESTIONS)) await this.orStay(due, this.advance(due));
    for (const due of await this.due(em, ENDED, 1, [this.config.USAGE_CLOSING_SECONDS]))
      await this.orStay(due, this.freeze(due));
  }

  /**
   * Reads the questions to ask now, and splits them into requests.
   * @param most - maximum questions per request; 1 for ended periods, because a whole period may take most of a request's time.
   */
  private async due(em: Em, sql: string, most: number, values: number[] = []): Promise<Due[]> {
    const rows = await em.execute<Due[]>(sql, values);
    return rows.flatMap((row) =>
      Array.from({ length: Math.ceil(row.questions.length / most) }, (_, index) => ({
        ...row,
        questions: row.questions.slice(index * most, (index + 1) * most),
      })),
    );
  }

  /**
   * Waits for a request to the events service. If the service rejects the request, only the counts of this request stay unchanged.
   * @throws Unavailable.
   */
  private async orStay({ questions }: Due, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const question of questions) this.refuse(question, error.message);
    }
  }

  /** Logs a rejected question. Logs it again only after the events service has accepted the question in between. */
  private refuse({ question, periods }: DueQuestion, reason: string): void {
    if (this.refused.has(question)) return;
    this.refused.add(question);
    this.logger.warn({ question, periods: periods.length, error: reason }, 'counting usage failed');
  }

  /** Updates entitlements in which the current period is missing or outdated, and publishes periods without a published state. */
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

  /** Publishes the used counts of these periods, and updates their entitlements, in the transaction that changed the periods. */
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
    const { rows, countedTo } = await this.ask(due, true);
    if (Date.parse(countedTo) <= due.counted_from) return;
    await this.em.fork().transactional(async (em) => {
      await em.execute(COUNT, [JSON.stringify(rows), iso(due.counted_from), countedTo]);
      await this.settle(
        em,
        rows.map(({ id }) => id),
      );
    });
  }

  /** Counts whole periods once more, and stores the final counts with the digests of the counted events. */
  private async freeze(due: Due): Promise<void> {
    const { rows, countedTo } = await this.ask(due, false);
    if (Date.parse(countedTo) < due.ends_at) return;
    const ids = rows.map(({ id }) => id);
    await this.em.fork().transactional(async (em) => {
      await em.execute(FREEZE, [JSON.stringify(rows)]);
      await em.execute(FORGET, [`{${ids.join(',')}}`]);
      await publishUsage(em, this.outbox, ids);
    });
  }

  /** Asks the events service. Returns the rows of all questions that it did not reject. */
  private async ask(
    { questions, counted_from: from, ends_at: to }: Due,
    adding: boolean,
  ): Promise<{ rows: Usage[]; countedTo: string }> {
    const requests = questions.map(({ question, measure, field }) => ({
      where: question,
      measure,
      ...(field !== null && { field }),
    }));
    const range = { arrivedFrom: iso(from), arrivedTo: iso(to), adding };
    const { answers, countedTo } = await askUsage(this.events, requests, range);
    const rows = questions.flatMap((one, index) => {
      const { data, refused } = answers[index] ?? { data: [], refused: 'no answer' };
      if (refused !== undefined) {
        this.refuse(one, refused);
        return [];
      }
      this.refused.delete(one.question);
      return usageOf(one, data);
    });
    return { rows, countedTo };
  }
}

const iso = (moment: number): string => new Date(moment).toISOString();

type Usage = Pick<OrganizationUsage, 'value' | 'events' | 'digest' | 'values'> & { id: number };

const usageOf = ({ periods }: DueQuestion, data: readonly OrganizationUsage[]): Usage[] => {
  const byOrganization = new Map(data.map((row) => [row.organizationId, row]));
  return periods.map(({ id, organization }) => {
    const { value = '0', events = 0, digest = NO_DIGEST, values = [] } = byOrganization.get(organization) ?? {};
    return { id, value, events, digest, values };
  });
};
