import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { LISTED_COLUMNS } from '../table/read-rows.ts';

/** The first events of a trace, oldest first. */
export function traceStatement(filter: ResolvedFilter, limit: number): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT ${LISTED_COLUMNS} FROM integration_events WHERE ${where}
    ORDER BY timestamp, kafka_partition, kafka_offset, log_epoch LIMIT ${limit}`;
  return { sql, params };
}
