import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { ListedEvent } from '../table/read-rows.ts';
import { columnsOf } from '../table/schema/columns.ts';

/** Selects the first events of a trace, oldest first. */
export function traceStatement(filter: ResolvedFilter, limit: number): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT ${columnsOf(ListedEvent)} FROM integration_events WHERE ${where}
    ORDER BY timestamp, kafka_partition, log_epoch, kafka_offset LIMIT ${limit}`;
  return { sql, params };
}
