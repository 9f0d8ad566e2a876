import { HEALTH_HOURS } from '@portico/contracts/http/event-health';
import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import { countBy } from '../../table/count-rows.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { NO_FILTER } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';
import { bucketOf, HOUR } from '../../table/schema/buckets.ts';
import { toMomentSql } from '../../table/schema/moments.ts';

/** Maximum rows that {@link lastMomentsStatement} reads. With more rows, times are precise only to the hour. */
const MAX_ROWS = 5_000_000;

/** `present`: the current hour. `first`: the first counted hour. Both are in hours since 1970. */
export function hoursAt(now: number): { first: number; present: number } {
  const present = Math.floor(now / HOUR);
  return { first: present - HEALTH_HOURS + 1, present };
}

/**
 * The counts of an integration. `last`: the newest hour with events. `hours`: hour, successes and failures, for each hour from `first` of
 * {@link hoursAt} on.
 */
export const SourceHours = z.object({
  source_id: z.number(),
  last: z.number(),
  hours: z.array(z.tuple([z.number(), z.number(), z.number()])),
});
export type SourceHours = z.infer<typeof SourceHours>;

/** Counts events per integration and hour. Omits future hours, so that a future timestamp does not hide the newest real hour. */
export function sourceHoursStatement(filter: ResolvedFilter, now: number): Statement {
  const { first, present } = hoursAt(now);
  const { select, params } = countBy(`source_id, ${bucketOf(HOUR)} AS hour, result`, filter, HOUR);
  const sql = `
    SELECT source_id, max(hour) AS last, groupArrayIf((hour, success, failure), hour >= ${first}) AS hours
    FROM (
      SELECT source_id, hour, sumIf(n, result = 'SUCCESS') AS success, sumIf(n, result = 'FAILURE') AS failure
      FROM (${select}) WHERE hour <= ${present} GROUP BY source_id, hour
    ) GROUP BY source_id`;
  return { sql, params };
}

/** `at`: the time of an integration's newest event, in milliseconds since 1970. */
export const LastMoment = z.object({ source_id: z.number(), at: z.number() });

/** Finds each integration's newest time within its newest hour. Reads rows, because counts per hour do not contain exact times. */
export function lastMomentsStatement(lasts: readonly SourceHours[], { scope }: ResolvedFilter): Statement {
  const { where, params } = toCondition({ ...NO_FILTER, scope });
  const inItsHour = lasts.map(
    ({ source_id, last }) =>
      `(source_id = ${source_id} AND timestamp >= ${toMomentSql(last * HOUR)} AND timestamp < ${toMomentSql((last + 1) * HOUR)})`,
  );
  return {
    sql: `
      SELECT source_id, toUnixTimestamp64Milli(max(least(timestamp, published_at))) AS at
      FROM integration_events WHERE ${where} AND (${inItsHour.join(' OR ')}) GROUP BY source_id`,
    params,
    settings: { max_rows_to_read: MAX_ROWS },
  };
}
