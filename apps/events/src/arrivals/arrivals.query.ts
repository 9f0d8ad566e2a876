import type { Trust } from '@portico/contracts/common/trust';
import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { MAX_HOURLY_GAPS, MAX_GAPS } from '@portico/contracts/http/arrivals';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { bucketOf, DAY, HOUR } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** Maximum rows that {@link arrivalsStatement} reads. Beyond it, the caller uses precomputed hours. */
const MAX_ROWS = 50_000_000;
const MINUTE = 60_000;
/** Hours per week. A week starts on the weekday of 1970-01-01, which does not matter here. */
const WEEK_HOURS = 168;

/** An integration's events within one organization. Times are in milliseconds since 1970. */
export type Subject = { id: number; organization: number; trust: Trust; from: number; to: number };

const SENDER_IS_PROVEN = `AND kafka_partition >= ${FIRST_DOOR_PARTITION}`;

/** `gaps`: pairs of start and end. `hours`: pairs of hours since 1970 and count. Other times are in milliseconds since 1970. */
export const ArrivalsRow = z.object({
  count: z.number(),
  minutes: z.number(),
  last: z.number(),
  hours: z.array(z.tuple([z.number(), z.number()])),
  gaps: z.array(z.tuple([z.number(), z.number()])),
});
export type ArrivalsRow = z.infer<typeof ArrivalsRow>;

/** SQL that summarizes `slots` (`first`, `last`, `n`): counts by hour, and the longest gaps per hour of the week and in total. */
const summaryOf = (slots: string): string => `
  WITH slots AS (${slots}),
    gaps AS (
      SELECT before, first FROM (
        SELECT first, lagInFrame(last, 1, 0) OVER (ORDER BY first ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
        FROM slots
      ) WHERE before > 0 AND first > before
    )
  SELECT count, minutes, last, hours, gaps FROM
    (SELECT sum(n) AS count, count() AS minutes, max(last) AS last FROM slots) AS totals,
    (SELECT groupArray((hour, n)) AS hours FROM
      (SELECT intDiv(first, ${HOUR}) AS hour, sum(n) AS n FROM slots GROUP BY hour ORDER BY hour)) AS by_hour,
    (SELECT groupUniqArray((before, first)) AS gaps FROM (
      SELECT before, first FROM gaps ORDER BY first - before DESC
        LIMIT ${MAX_HOURLY_GAPS} BY intDiv(before, ${HOUR}) % ${WEEK_HOURS}
      UNION ALL SELECT before, first FROM (SELECT before, first FROM gaps ORDER BY first - before DESC LIMIT ${MAX_GAPS})
    )) AS longest`;

/**
 * Reads single events, grouped by minute, so that the number of events per minute does not matter. Also reads earlier days, because
 * events may be days late; the index `arrival` skips these days unless late events arrived.
 */
export function arrivalsStatement({ id, organization, trust, from, to }: Subject): Statement {
  const at = 'toUnixTimestamp64Milli(published_at)';
  return {
    sql: summaryOf(`
      SELECT min(${at}) AS first, max(${at}) AS last, count() AS n FROM integration_events
      WHERE source_id = ${id} AND organization_id = ${organization}
        AND timestamp >= ${toMomentSql(from - MAX_LATE_DAYS * DAY)}
        AND published_at >= ${toMomentSql(from)} AND published_at < ${toMomentSql(to)}
        ${trust === 'open' ? '' : SENDER_IS_PROVEN}
      GROUP BY intDiv(${at}, ${MINUTE})`),
    settings: { max_rows_to_read: MAX_ROWS },
  };
}

/**
 * Returns the columns of {@link arrivalsStatement} from precomputed hours by timestamp. A gap lasts from the start of an hour to the
 * start of the next hour with events, because exact times are unknown. Precomputed hours do not distinguish senders, so ClickHouse reads
 * rows if unauthenticated events must not count.
 */
export function arrivalsInHoursStatement({ id, organization, trust, from, to }: Subject): Statement {
  const hour = bucketOf(HOUR);
  return {
    sql: summaryOf(`
      SELECT hour * ${HOUR} AS first, hour * ${HOUR} AS last, n FROM (
        SELECT ${hour} AS hour, count() AS n FROM integration_events
        WHERE source_id = ${id} AND organization_id = ${organization}
          AND ${hour} >= ${Math.ceil(from / HOUR)} AND ${hour} <= ${Math.floor(to / HOUR)}
          ${trust === 'observe' ? SENDER_IS_PROVEN : ''}
        GROUP BY hour
      )`),
  };
}
