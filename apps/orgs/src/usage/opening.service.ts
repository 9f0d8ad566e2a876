import type { EntityManager as Em } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { periodsUntil, type Span } from './period.ts';

const millis = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;

/**
 * SQL: entitlements with a meter whose newest period has ended, or that have no period. If several subscriptions grant an entitlement,
 * the first subscription by checkout id counts. A subscription whose renewal is overdue still has periods.
 */
const WANTED_SQL = `
  select e.organization_id, e.lookup_key, m.version, m.question, m.measure, m.field, coalesce(o.time_zone, 'UTC') as zone,
    ${millis('now()')} as now, ${millis('newest.ends_at')} as ended_at,
    ${millis(`(item -> 'period' ->> 'startsAt')::timestamptz`)} as billed_from,
    ${millis(`(item -> 'period' ->> 'endsAt')::timestamptz`)} as billed_to
  from organization_entitlements e join meters m using (lookup_key) join organizations o on o.id = e.organization_id
  left join lateral (
    select p.ends_at from usage_periods p where p.organization_id = e.organization_id and p.lookup_key = e.lookup_key
    order by p.starts_at desc limit 1) newest on true
  left join lateral (
    select item from purchases b, jsonb_array_elements(b.items) item
    where m.period = 'subscription' and b.organization_id = e.organization_id and item ->> 'status' in ('active', 'past_due')
      and item -> 'period' is not null and item -> 'entitlements' @> jsonb_build_array(jsonb_build_object('lookupKey', e.lookup_key))
    order by b.checkout_session_id limit 1) subscription on true
  where e.active and (newest.ends_at is null or newest.ends_at <= now())`;

/** SQL: inserts periods, except for organizations that were deleted meanwhile. */
const INSERT = `
  insert into usage_periods
    (organization_id, lookup_key, meter_version, question, measure, field, time_zone, starts_at, ends_at, counted_to)
  select r.organization_id, r.lookup_key, r.version, r.question, r.measure, r.field, r.zone, r.starts_at, r.ends_at, r.starts_at
  from jsonb_to_recordset(?::jsonb) as r(organization_id int, lookup_key text, version int, question text, measure text, field text,
    zone text, starts_at timestamptz(3), ends_at timestamptz(3))
  where exists (select from organization_entitlements e where e.organization_id = r.organization_id and e.lookup_key = r.lookup_key)
  on conflict on constraint usage_periods_unique do nothing`;

type Wanted = {
  organization_id: number;
  lookup_key: string;
  version: number;
  question: string;
  measure: string;
  field: string | null;
  zone: string;
  now: number;
  ended_at: number | null;
  billed_from: number | null;
  billed_to: number | null;
};

/** Opens the periods of entitlements with a meter. Each period begins at the end of the previous period. */
@Injectable()
export class OpeningService {
  /** Opens every period that has begun. A lock lets only one process at a time read the boundaries and open periods. */
  async open(em: Em): Promise<void> {
    if ((await em.execute<Wanted[]>(WANTED_SQL)).every((one) => spansOf(one).length === 0)) return;
    await em.transactional(async (own) => {
      await own.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.usagePeriods]);
      const wanted = await own.execute<Wanted[]>(WANTED_SQL);
      const rows = wanted.flatMap((one) => spansOf(one).map((span) => ({ ...one, ...isoOf(span) })));
      await own.execute(INSERT, [JSON.stringify(rows)]);
    });
  }
}

const spansOf = ({ now, ended_at: endedAt, zone, billed_from: startsAt, billed_to: endsAt }: Wanted): Span[] =>
  periodsUntil(now, endedAt, {
    zone,
    subscription: startsAt === null || endsAt === null ? null : { startsAt, endsAt },
  });

const isoOf = ({ startsAt, endsAt }: Span) => ({
  starts_at: new Date(startsAt).toISOString(),
  ends_at: new Date(endsAt).toISOString(),
});
