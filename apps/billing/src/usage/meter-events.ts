import type { EntityManager } from '@mikro-orm/postgresql';
import { cutText } from '@portico/contracts/common/cut-text';
import { ADVISORY_LOCKS, nextAttemptSql } from '@portico/postgres';

/** Maximum age of an event in days. Stripe rejects events older than 35 days. */
const MAX_AGE_DAYS = 34;
/** Duration of a lease in seconds. If two processes send the same event, both use the same identifier. */
const LEASE_SECONDS = 10;
/** Hours after which Stripe may have forgotten an identifier. Stripe remembers identifiers for at least 24 hours. */
const REMEMBERED_HOURS = 23;
const BATCH = 8;

const MAX_VALUE = '999999999999999';

/** SQL for a period's start, rounded up to a whole minute, because Stripe only aggregates whole minutes. */
const FIRST = `date_trunc('minute', p.starts_at + interval '59.999 seconds')`;
/** SQL for a period's end, rounded down to a whole minute. */
const END = `date_trunc('minute', p.ends_at)`;
const LAST = `${END} - interval '1 second'`;
const NOW = `date_trunc('second', now())`;
const CLAMPED = (moment: string): string => `least(greatest(${moment}, ${FIRST}), ${LAST})`;
const SECONDS = (moment: string): string => `extract(epoch from ${moment})::int`;
/** SQL for the used whole units, limited to Stripe's 15 digits, so that one excessive value does not stop other reports. */
export const WHOLE = `least(greatest(trunc(p.used::numeric), -${MAX_VALUE}), ${MAX_VALUE})`;
const BOUNDS = `${SECONDS(FIRST)} as start, ${SECONDS(END)} as end`;
const OF_CUSTOMERS = `usage_periods p join customers c on c.organization_id = p.organization_id and c.customer_id is not null`;
const RECENT = `p.ends_at > now() - interval '${MAX_AGE_DAYS} days'`;

/** A customer's usage period. `start` and `end` are in seconds since 1970. */
export type Billed = { periodId: number; lookupKey: string; customerId: string; start: number; end: number };
/** `isOld`: Stripe may no longer know whether it accepted this event. `told`: sum of the period's accepted events. */
export type Waiting = Billed & { sequence: number; value: string; stamp: number; isOld: boolean; told: string };

const toArray = (texts: readonly string[]): string => JSON.stringify(texts);
const AMONG = `p.lookup_key in (select jsonb_array_elements_text(?::jsonb))`;

export const keysToReport = async (em: EntityManager): Promise<string[]> =>
  (await em.execute<{ key: string }[]>(`select distinct p.lookup_key as key from ${OF_CUSTOMERS} where ${RECENT}`)).map(
    ({ key }) => key,
  );

/** Returns usage periods without any meter event yet, oldest first. */
export const newPeriods = (em: EntityManager, keys: readonly string[]): Promise<Billed[]> =>
  em.execute<Billed[]>(
    `select p.id as "periodId", p.lookup_key as "lookupKey", c.customer_id as "customerId", ${BOUNDS} from ${OF_CUSTOMERS}
     where ${AMONG} and ${RECENT} and ${END} > ${FIRST} and not exists (select 1 from meter_events e where e.period_id = p.id)
     order by p.starts_at, p.id limit 500`,
    [toArray(keys)],
  );

/**
 * Writes the sum that Stripe already has for a period, and the first event with the use until now. The event's time is as early as the
 * period and Stripe's limit allow, so that a subscription that begins later does not pay for earlier use. If Portico reported use of the
 * same entitlement before the period began, the event's time is now.
 */
export const begin = (em: EntityManager, { periodId }: Billed, found: bigint): Promise<void> =>
  em.transactional(async (tx) => {
    const rows = await tx.execute<object[]>(
      `insert into meter_events (period_id, sequence, value, stamped_at, accepted_at)
       select p.id, 0, ?, ${FIRST}, now() from usage_periods p where p.id = ? on conflict do nothing returning period_id`,
      [String(found), periodId],
    );
    if (rows.length === 0) return;
    const began = `exists (select 1 from meter_events e join usage_periods o on o.id = e.period_id
      where o.organization_id = p.organization_id and o.lookup_key = p.lookup_key and e.created_at <= p.starts_at)`;
    await tx.execute(
      `insert into meter_events (period_id, sequence, value, stamped_at)
       select p.id, p.version, ${WHOLE} - ?, ${CLAMPED(`case when ${began} then ${NOW}
         else ${NOW} - interval '${MAX_AGE_DAYS} days' end`)}
       from usage_periods p where p.id = ? and ${WHOLE} <> ?`,
      [String(found), periodId, String(found)],
    );
  });

/** Writes an event for each period whose used count differs from the sent sum, under a lock against concurrent processes. */
export const addEvents = (em: EntityManager, keys: readonly string[]): Promise<void> =>
  em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.meterEvents]);
    await tx.execute(
      `insert into meter_events (period_id, sequence, value, stamped_at)
       select p.id, p.version, ${WHOLE} - e.told, ${CLAMPED(NOW)}
       from ${OF_CUSTOMERS} cross join lateral (
         select sum(value) as told, bool_or(accepted_at is null) as waits from meter_events where period_id = p.id) e
       where ${AMONG} and ${RECENT} and not e.waits and ${WHOLE} <> e.told
       on conflict do nothing`,
      [toArray(keys)],
    );
  });

/** Leases events that are due. After a crash, the lease expires and another process takes the events. */
export const takeEvents = (em: EntityManager, keys: readonly string[]): Promise<Waiting[]> =>
  em.execute<Waiting[]>(
    `update meter_events e set next_attempt_at = now() + interval '${LEASE_SECONDS} seconds', attempts = e.attempts + 1,
       first_attempt_at = coalesce(e.first_attempt_at, now())
     from usage_periods p, customers c
     where (e.period_id, e.sequence) in (
         select e.period_id, e.sequence from meter_events e join ${OF_CUSTOMERS} on p.id = e.period_id
         where e.accepted_at is null and e.next_attempt_at <= now() and ${AMONG}
         order by e.next_attempt_at limit ${BATCH} for update of e skip locked)
       and p.id = e.period_id and c.organization_id = p.organization_id
     returning e.period_id as "periodId", e.sequence, e.value::text as value, ${SECONDS('e.stamped_at')} as stamp,
       p.lookup_key as "lookupKey", c.customer_id as "customerId", ${BOUNDS},
       e.first_attempt_at < now() - interval '${REMEMBERED_HOURS} hours' as "isOld",
       (select coalesce(sum(value), 0)::text from meter_events a where a.period_id = e.period_id and a.accepted_at is not null)
         as told`,
    [toArray(keys)],
  );

export const acceptEvent = (em: EntityManager, { periodId, sequence }: Waiting): Promise<unknown> =>
  em.execute(`update meter_events set accepted_at = now(), last_error = null where period_id = ? and sequence = ?`, [
    periodId,
    sequence,
  ]);

export const postponeEvent = (em: EntityManager, { periodId, sequence }: Waiting, reason: string): Promise<unknown> =>
  em.execute(
    `update meter_events set last_error = ?, next_attempt_at = ${nextAttemptSql('attempts')} where period_id = ? and sequence = ?`,
    [cutText(reason, 1_000), periodId, sequence],
  );
