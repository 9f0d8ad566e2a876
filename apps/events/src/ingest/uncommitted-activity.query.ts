import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import { epochOf, FIRST_DOOR_PARTITION, offsetOf } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { DAY } from '../table/schema/buckets.ts';
import { isIn } from '../table/filter/query-sql.ts';
import { toMomentSql } from '../table/schema/moments.ts';
import { storedUpTo } from '../table/stored-positions.ts';
import { toFirstFailure } from './activity-marks.ts';
import { COUNTED_SPAN, LATE_AFTER, minuteOf } from './arrival-counts.ts';

/**
 * The positions of stored but uncommitted events of a partition: after `after`, up to `place`. `since`: arrival of the record at
 * `after`, null if unknown. `publishedAt`: arrival of the record at `place`.
 */
export type StoredPart = { partition: number; after: number; since: number | null; place: number; publishedAt: number };

/** `at`, `id`, `trace_id`, `timestamp`, `severity` and `message` of a failure; the id is empty if no failure was found. */
const Failure = z.tuple([z.number(), z.string(), z.string(), z.number(), z.string(), z.string()]);
const Kind = z.object({ organization_id: z.number(), source_id: z.number(), event_name: z.string() });

export const NewestRow = z
  .object({
    ...Kind.shape,
    about: z.nullable(z.string()),
    success: z.nullable(z.number()),
    failure: z.nullable(z.number()),
    arrival: z.number(),
    earliest: Failure,
    latest: Failure,
  })
  .transform(({ about, earliest, latest, ...newest }) => {
    // If a success followed the earliest failure, uses the latest failure, because the first failure after the success is unknown. These
    // two failures are at most a batch apart.
    const [at, id, trace_id, timestamp, severity, message] = earliest[0] > (newest.success ?? -1) ? earliest : latest;
    const isFailing = newest.failure !== null && newest.failure > (newest.success ?? -1);
    const first = { at, id, trace_id, timestamp: new Date(timestamp).toISOString(), severity, message };
    return { ...newest, ...(about !== null && { subject: about }), first: isFailing ? toFirstFailure(first) : null };
  });

export const OpenCountRow = z.object({
  ...Kind.shape,
  partition: z.number(),
  minute: z.number(),
  total: z.number(),
  failures: z.number(),
});

/** Maximum seconds for a statement that may read a column of the whole table; less than the connection's timeout. */
const PATIENCE = 25;

/** Limits the search to the maximum age of an arriving event, plus one day for differences between brokers' clocks. */
const isRecent = (since: number | null): string =>
  since === null ? 'true' : `timestamp >= ${toMomentSql(Math.max(0, since - (MAX_LATE_DAYS + 1) * DAY))}`;

/** The condition for events that count: their sender is proven, or their integration trusts the shared topic. */
function isTrusted(directory: Pick<Directory, 'openness'>): string {
  const { ids, areOpen } = directory.openness();
  return `(kafka_partition >= ${FIRST_DOOR_PARTITION} OR ${areOpen ? '' : 'NOT '}(${isIn('source_id', ids)}))`;
}

/** Counts are read for at most this many minutes before the last stored record. */
const OPEN_MINUTES = 15;
const MINUTE = 60_000;

/** The number of stored events of each kind that arrived since the last commit, by `countedMinute`. */
export function openCountsStatement(stored: readonly StoredPart[], directory: Pick<Directory, 'openness'>): Statement {
  const parts = stored.map((part) => {
    const { since, publishedAt } = part;
    const from = minuteOf(Math.max((since ?? 0) - MINUTE, publishedAt - OPEN_MINUTES * MINUTE));
    return `(${storedUpTo([part])} AND ${isRecent(from)} AND published_at >= ${toMomentSql(from)})`;
  });
  const sql = `
    SELECT organization_id, source_id, event_name, partition, minute, total, failures FROM (
      SELECT *, max(minute) OVER (PARTITION BY organization_id, source_id, event_name) AS newest FROM (
        SELECT organization_id, source_id, event_name, kafka_partition AS partition, count() AS total,
          toUnixTimestamp(toStartOfMinute(if(timestamp < published_at - INTERVAL ${LATE_AFTER} MILLISECOND, timestamp,
            published_at))) * 1000 AS minute, countIf(result = 'FAILURE') AS failures
        FROM integration_events WHERE (${parts.join(' OR ') || 'false'}) AND ${isTrusted(directory)}
        GROUP BY organization_id, source_id, event_name, partition, minute))
    WHERE minute >= newest - ${COUNTED_SPAN}`;
  return { sql, settings: { max_execution_time: PATIENCE } };
}

/** Reads the newest times and failures of stored but uncommitted events, by kind of event, and by subject where subjects are used. */
export function uncommittedActivityStatement(
  uncommitted: readonly StoredPart[],
  directory: Pick<Directory, 'bySubject' | 'openness'>,
): Statement {
  const bySubject = directory.bySubject();
  const subject =
    bySubject.length === 0
      ? "CAST(NULL, 'Nullable(String)')"
      : `if(source_id IN (${bySubject.join(', ')}), subject, NULL)`;
  const stored = uncommitted.map(
    ({ partition, after, since }) =>
      `(kafka_partition = ${partition} AND ${isRecent(since)}
        AND (log_epoch, kafka_offset) >= (${epochOf(after + 1)}, ${offsetOf(after + 1)}))`,
  );
  const sql = `
    WITH toUnixTimestamp64Milli(least(timestamp, published_at)) AS at, (at, id, trace_id, toUnixTimestamp64Milli(timestamp),
      toString(severity_text), JSONExtractString(details, 'message')) AS found
    SELECT organization_id, source_id, event_name, ${subject} AS about,
      maxOrNullIf(at, result = 'SUCCESS') AS success, maxOrNullIf(at, result = 'FAILURE') AS failure,
      max(toUnixTimestamp64Milli(published_at)) AS arrival, argMinIf(found, at, result = 'FAILURE') AS earliest,
      argMaxIf(found, at, result = 'FAILURE') AS latest
    FROM integration_events WHERE (${stored.join(' OR ') || 'false'}) AND ${isTrusted(directory)}
    GROUP BY organization_id, source_id, event_name, about`;
  return { sql, settings: { max_execution_time: PATIENCE } };
}
