import type { Statement } from '../clickhouse/clickhouse.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { toCondition } from './event-filter.sql.ts';
import { LISTED_COLUMNS } from './listed-event.ts';

/** The first events of a trace, oldest first. */
export function traceStatement(filter: ResolvedFilter, limit: number): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT ${LISTED_COLUMNS} FROM integration_events WHERE ${where}
    ORDER BY timestamp, kafka_partition, kafka_offset, log_epoch LIMIT ${limit}`;
  return { sql, params };
}
