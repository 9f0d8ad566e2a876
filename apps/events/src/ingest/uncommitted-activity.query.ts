import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import { epochOf, offsetOf } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { DAY } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** Of one partition: `after`, the last committed place, and when its record arrived, if that is known. */
export type Uncommitted = { partition: number; after: number; since: number | null };

export const NewestRow = z
  .object({
    organization_id: z.number(),
    source_id: z.number(),
    event_name: z.string(),
    about: z.nullable(z.string()),
    success: z.nullable(z.number()),
    failure: z.nullable(z.number()),
    arrival: z.number(),
  })
  .transform(({ about, ...newest }) => ({ ...newest, ...(about !== null && { subject: about }) }));

/** Seconds for a statement that may read a column of the whole table; below the connection's own patience. */
const PATIENCE = 25;

/** An event is at most so old when it arrives; a day more for clocks of brokers that differ. */
const isRecent = (since: number | null): string =>
  since === null ? 'true' : `timestamp >= ${toMomentSql(Math.max(0, since - (MAX_LATE_DAYS + 1) * DAY))}`;

/**
 * The newest of each key among what was stored and not committed.
 * @param bySubject - integrations of which each subject has a key.
 */
export function uncommittedActivityStatement(
  uncommitted: readonly Uncommitted[],
  bySubject: readonly number[],
): Statement {
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
    WITH toUnixTimestamp64Milli(least(timestamp, published_at)) AS at
    SELECT organization_id, source_id, event_name, ${subject} AS about,
      maxOrNullIf(at, result = 'SUCCESS') AS success, maxOrNullIf(at, result = 'FAILURE') AS failure,
      max(toUnixTimestamp64Milli(published_at)) AS arrival
    FROM integration_events WHERE ${stored.join(' OR ') || 'false'}
    GROUP BY organization_id, source_id, event_name, about`;
  return { sql, settings: { max_execution_time: PATIENCE } };
}
