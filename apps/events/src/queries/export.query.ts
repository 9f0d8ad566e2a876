import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { type Condition, toCondition } from '../table/filter/sql.ts';
import { LISTED_COLUMNS, ListedEvent } from '../table/read-rows.ts';
import { type StoredPosition, storedUpTo } from '../table/stored-positions.ts';

export const ExportedEvent = ListedEvent.extend({ log_epoch: z.number() });
export type ExportedEvent = z.infer<typeof ExportedEvent>;

/** What matches and was stored when the export began: nothing moves while it is read page by page. */
export function exportCondition(filter: ResolvedFilter, stored: readonly StoredPosition[]): Condition {
  const { where, params } = toCondition(filter);
  return { where: `(${where}) AND ${storedUpTo(stored)}`, params };
}

/** How many rows the file is going to have. Counting ends where the file does. */
export const exportCountStatement = ({ where, params }: Condition, limit: number): Statement => ({
  sql: `SELECT count() AS count FROM (SELECT 1 FROM integration_events WHERE ${where} LIMIT ${limit})`,
  params,
});

/** The next rows after `last`, newest first: by their place in the order, so that no page costs more than the one before. */
export function exportPageStatement(
  { where, params }: Condition,
  last: ExportedEvent | null,
  limit: number,
): Statement {
  const after = last
    ? `AND timestamp <= toDateTime64('${last.timestamp}', 3, 'UTC')
       AND (timestamp, kafka_partition, kafka_offset, log_epoch)
         < (toDateTime64('${last.timestamp}', 3, 'UTC'), ${last.kafka_partition}, ${last.kafka_offset}, ${last.log_epoch})`
    : '';
  const sql = `
    SELECT ${LISTED_COLUMNS}, log_epoch FROM integration_events WHERE ${where} ${after}
    ORDER BY timestamp DESC, kafka_partition DESC, kafka_offset DESC, log_epoch DESC LIMIT ${limit}`;
  return { sql, params };
}
