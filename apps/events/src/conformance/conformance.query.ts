import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { MAX_CONFORMANCE_NAMES, ON_TIME_SECONDS } from '@portico/contracts/http/conformance';
import { z } from 'zod';
import { type Scope, toScopeSql } from '../directory/directory.ts';
import { conditionWithoutText } from '../rejected/rejected-condition.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { DAY } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';
import { identityHashSql } from '../text/identity-hash.ts';
import { IDENTITY_HASHES } from '../table/stored-events.ts';

const MAX_ROWS = 20_000_000;
/** Maximum rows that a statement reads to look up ids. Such a statement reads only numeric columns. */
const MAX_IDENTITIES = 50_000_000;
/** Maximum bytes that a statement reads to compare published values. */
const MAX_BYTES = 2_000_000_000;

/** An integration's events within `scope`. Times are in milliseconds since 1970. */
export type Subject = { id: number; scope: Scope; from: number; to: number };

const COLUMNS = { organization: 'organization_id', integration: 'source_id' };

/** The count of one event name, and totals of all names. `first_at` is in milliseconds since 1970. */
export const NameOfAll = z.object({
  event_name: z.string(),
  count: z.number(),
  accepted: z.number(),
  on_time: z.number(),
  shared: z.number(),
  first_at: z.number().nullable(),
  names: z.number(),
});
export type NameOfAll = z.infer<typeof NameOfAll>;

/**
 * Selects the most frequent event names among arrivals in the period; no row if there are no events. Also reads earlier days, because
 * events may be days late; the index `arrival` skips these days unless late events arrived.
 */
export function listedStatement({ id, scope, from, to }: Subject): Statement {
  const isShared = `kafka_partition < ${FIRST_DOOR_PARTITION}`;
  const where = [
    `source_id = ${id}`,
    ...(scope === 'every' ? [] : [toScopeSql(scope, COLUMNS)]),
    `timestamp >= ${toMomentSql(from - MAX_LATE_DAYS * DAY)}`,
    `published_at >= ${toMomentSql(from)}`,
    `published_at < ${toMomentSql(to)}`,
  ].join(' AND ');
  return {
    sql: `
      SELECT event_name, n AS count, sum(n) OVER () AS accepted, sum(in_time) OVER () AS on_time,
        sum(over_shared) OVER () AS shared, toUnixTimestamp64Milli(min(first_shared) OVER ()) AS first_at,
        count() OVER () AS names
      FROM (
        SELECT event_name, count() AS n, countIf(published_at <= timestamp + INTERVAL ${ON_TIME_SECONDS} SECOND) AS in_time,
          countIf(${isShared}) AS over_shared, minOrNullIf(published_at, ${isShared}) AS first_shared
        FROM integration_events WHERE ${where} GROUP BY event_name
      )
      ORDER BY count DESC, event_name LIMIT ${MAX_CONFORMANCE_NAMES}`,
    settings: { max_rows_to_read: MAX_ROWS },
  };
}

/** `ids`: number of rejected ids that the event list lacks. `others`: number of rejections without an id of their own. */
export const Unlisted = z.object({ ids: z.number(), others: z.number() });

/** SQL for whether a rejection has an id of its own. The id of an event with a reused id does not count. */
const HAS_ID = "(event_id != '' AND code != 'id_reused')";
const IDENTITY = identityHashSql('event_id');

const rejectedIn = ({ id, scope, from, to }: Subject) =>
  conditionWithoutText({
    scope,
    integration: id,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });

/** Counts the period's rejections whose events the event list still lacks. */
export function unlistedStatement(subject: Subject): Statement {
  const { sql, params } = rejectedIn(subject);
  return {
    sql: `
      SELECT uniqExactIf(event_id, has_id AND NOT is_listed) AS ids, countIf(NOT has_id) AS others
      FROM (
        SELECT event_id, ${HAS_ID} AS has_id, ${IDENTITY} IN (
          SELECT identity_hash FROM ${IDENTITY_HASHES}
          WHERE identity_hash IN (SELECT ${IDENTITY} FROM rejected_events WHERE ${sql} AND ${HAS_ID})
        ) AS is_listed
        FROM rejected_events FINAL WHERE ${sql}
      )`,
    params,
    settings: { max_rows_to_read: MAX_IDENTITIES },
  };
}

export const DistinctValues = z.object({ count: z.number() });

/**
 * Counts the distinct values of rejections without an id of their own. Reads the values of these rows only. With FINAL, ClickHouse would
 * read the values of all rows.
 */
export function distinctValuesStatement(subject: Subject): Statement {
  const { sql, params } = rejectedIn(subject);
  const key = 'published_at, kafka_partition, kafka_offset';
  return {
    sql: `
      SELECT uniqExact(size, sipHash128(value)) AS count FROM rejected_events
      WHERE ${sql} AND (${key}) IN (SELECT ${key} FROM rejected_events FINAL WHERE ${sql} AND NOT ${HAS_ID})`,
    params,
    settings: { max_rows_to_read: MAX_ROWS, max_bytes_to_read: MAX_BYTES },
  };
}
