import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';
import { ListedEvent } from '../../table/read-rows.ts';
import { columnsOf } from '../../table/schema/columns.ts';

/** Selects one page, newest first. Sorts rows of the same time by arrival, so that pages never overlap. */
export function listEventsStatement(filter: ResolvedFilter, page: { limit: number; offset: number }): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT ${columnsOf(ListedEvent)} FROM integration_events WHERE ${where}
    ORDER BY timestamp DESC, kafka_partition DESC, log_epoch DESC, kafka_offset DESC
    LIMIT {limit:UInt32} OFFSET {offset:UInt64}`;
  return { sql, params: { ...params, limit: page.limit, offset: page.offset } };
}
