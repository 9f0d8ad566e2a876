import type { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { type Condition, toCondition } from '../table/filter/sql.ts';
import { columnsOf, StoredRow } from '../table/schema/columns.ts';
import { columnToIso, toMomentSql } from '../table/schema/moments.ts';
import { type StoredPosition, storedUpTo } from '../table/stored-positions.ts';

/** A row of a file, with what its place in the order takes. */
export const ExportedEvent = StoredRow.omit({ search_text: true });
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
  const moment = last && toMomentSql(columnToIso(last.timestamp));
  const after = last
    ? `AND timestamp <= ${moment} AND (timestamp, kafka_partition, kafka_offset, log_epoch)
         < (${moment}, ${last.kafka_partition}, ${last.kafka_offset}, ${last.log_epoch})`
    : '';
  const sql = `
    SELECT ${columnsOf(ExportedEvent)} FROM integration_events WHERE ${where} ${after}
    ORDER BY timestamp DESC, kafka_partition DESC, kafka_offset DESC, log_epoch DESC LIMIT ${limit}`;
  return { sql, params };
}
