import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import { epochOf, FIRST_DOOR_PARTITION, offsetOf } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { Directory } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { DAY } from '../table/schema/buckets.ts';
import { isIn } from '../table/filter/query-sql.ts';
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
 * The newest of each key among what was stored and not committed. Each subject has a key where integrations say so; an event whose
 * sender is not proven counts where its integration is open.
 */
export function uncommittedActivityStatement(
  uncommitted: readonly Uncommitted[],
  directory: Pick<Directory, 'bySubject' | 'openness'>,
): Statement {
  const bySubject = directory.bySubject();
  const { ids, areOpen } = directory.openness();
  const isOpen = `${areOpen ? '' : 'NOT '}(${isIn('source_id', ids)})`;
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
    FROM integration_events
    WHERE (${stored.join(' OR ') || 'false'}) AND (kafka_partition >= ${FIRST_DOOR_PARTITION} OR ${isOpen})
    GROUP BY organization_id, source_id, event_name, about`;
  return { sql, settings: { max_execution_time: PATIENCE } };
}
