import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import { NO_FILTER, type ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';
import { identitiesSql, type Identity } from '../../table/stored-events.ts';
import { HOUR } from '../../table/schema/buckets.ts';
import { toMomentSql } from '../../table/schema/moments.ts';
import { narrowTo } from '../search/time-range.ts';
import { hoursAt, MOST_ROWS, sourceHours } from './integration-health.query.ts';

/** More problems of one kind are not even looked at. */
const MOST = 50;
/** Corrections among older rejected events are not noticed. */
const MOST_LOOKED_UP = 2_000;

/** Hours before the last 24 that are looked into for whether it failed already. */
const EARLIER = 7 * 24;

/**
 * An integration with failures in its newest hour, which is one of the last 24. `good`: the newest of them with a success, 0
 * without one. `begin`: the first one after it with a failure, 0 without one. `between`: failures after `good` in other hours than
 * `begin` and `newest`. `later`: all failures in hours after `good`. `earlier`: in its newest hour before them everything failed.
 */
export const Suspect = z.object({
  source_id: z.number(),
  good: z.number(),
  begin: z.number(),
  newest: z.number(),
  between: z.number(),
  later: z.number(),
  earlier: z.number(),
});
export type Suspect = z.infer<typeof Suspect>;

export function suspectsStatement(filter: ResolvedFilter, now: number): Statement {
  const { first } = hoursAt(now);
  const { sql, params } = sourceHours(narrowTo(filter, { from: (first - EARLIER) * HOUR, to: null }), now);
  return {
    sql: `
      SELECT source_id, good, begin, newest, earlier,
        arraySum(one -> if(one.1 > good AND one.1 NOT IN (begin, newest), one.2, 0), failures) AS between,
        arraySum(one -> if(one.1 > good, one.2, 0), failures) AS later
      FROM (
        SELECT source_id, max(hour) AS newest, maxIf(hour, success > 0 AND hour >= ${first}) AS good,
          groupArrayIf((hour, failure), failure > 0 AND hour >= ${first}) AS failures,
          arrayMin(arrayFilter(one -> one > good, arrayMap(one -> one.1, failures))) AS begin,
          argMaxIf(success = 0, hour, hour < ${first}) AS earlier
        FROM (${sql}) GROUP BY source_id HAVING newest >= ${first} AND argMax(failure, hour) > 0
      )
      ORDER BY arraySum(one -> one.2, failures) DESC, source_id LIMIT ${MOST}`,
    params,
  };
}

/** The failures after the last success; moments in milliseconds since 1970. `event_name`: null when no rows were read. */
export const FailureRun = z.object({
  source_id: z.number(),
  count: z.number(),
  since: z.number(),
  last: z.number(),
  event_name: z.string().nullable(),
});
export type FailureRun = z.infer<typeof FailureRun>;

/**
 * What the hours alone say of it: nothing when success and failure are in its newest hour, and nothing of failures in the hour of
 * the last success.
 */
export const runInHours = ({ source_id, good, begin, newest, later }: Suspect): FailureRun[] =>
  newest > good ? [{ source_id, count: later, since: begin * HOUR, last: newest * HOUR, event_name: null }] : [];

const inHour = (hour: number) =>
  `timestamp >= ${toMomentSql(hour * HOUR)} AND timestamp < ${toMomentSql((hour + 1) * HOUR)}`;

/**
 * Of the rows, those of three hours are read for each suspect, however long it has failed: where it last succeeded, where the
 * failures begin, and the newest. Its failures `between` are not in `count`.
 */
export function failureRunsStatement(suspects: readonly Suspect[], { scope }: ResolvedFilter): Statement {
  const { where, params } = toCondition({ ...NO_FILTER, scope });
  const there = suspects.map(({ source_id, good, begin, newest }) => {
    const hours = [...new Set([good, begin, newest])].filter((hour) => hour > 0);
    return `(source_id = ${source_id} AND (${hours.map(inHour).join(' OR ')}))`;
  });
  return {
    sql: `
      SELECT source_id, count() AS count, toUnixTimestamp64Milli(min(at)) AS since,
        toUnixTimestamp64Milli(max(at)) AS last, argMax(name, at) AS event_name
      FROM (
        SELECT source_id, timestamp AS at, event_name AS name,
          maxIf(timestamp, result = 'SUCCESS') OVER (PARTITION BY source_id) AS succeeded
        FROM integration_events
        WHERE ${where} AND (${there.join(' OR ')})
      )
      WHERE at > succeeded GROUP BY source_id`,
    params,
    settings: { max_rows_to_read: MOST_ROWS },
  };
}

/** What a correction would be known by: an event with this id is listed then. One was before where an id was used again. */
const CORRECTABLE = "event_id != '' AND code != 'id_reused'";
const rejectedLately = (now: number): string => `
    FROM rejected_events FINAL WHERE published_at >= ${toMomentSql(hoursAt(now).first * HOUR)}`;

/** Of those rejected last, as many as are looked up. */
export const rejectedIdentitiesStatement = (now: number): Statement => ({
  sql: `SELECT source_id, event_id AS id ${rejectedLately(now)} AND ${CORRECTABLE}
    ORDER BY published_at DESC, kafka_partition, kafka_offset LIMIT ${MOST_LOOKED_UP}`,
});

/** Moments as ClickHouse writes them. */
export const RejectedRun = z.object({
  source_id: z.number(),
  count: z.number(),
  since: z.string(),
  last: z.string(),
});

/** Without what has been corrected. */
export const rejectedRunsStatement = (now: number, corrected: readonly Identity[]): Statement => ({
  sql: `
    SELECT source_id, count() AS count, min(published_at) AS since, max(published_at) AS last ${rejectedLately(now)}
      AND NOT (${CORRECTABLE} AND (source_id, event_id) IN (${identitiesSql(corrected)}))
    GROUP BY source_id ORDER BY count DESC, source_id LIMIT ${MOST}`,
});
