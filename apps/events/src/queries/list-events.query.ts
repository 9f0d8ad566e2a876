import { Result, Severity } from '@portico/contracts/events/integration-event';
import { z } from 'zod';
import type { Statement } from '../clickhouse/clickhouse.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { toCondition } from './event-filter.sql.ts';

/** One row as the list reads it; `details` is JSON text, `timestamp` is `YYYY-MM-DD hh:mm:ss.sss` in UTC. */
export const ListedEvent = z.object({
  id: z.string(),
  source_id: z.number(),
  organization_id: z.number(),
  source_type: z.string(),
  event_name: z.string(),
  timestamp: z.string(),
  result: Result,
  severity_text: Severity,
  trace_id: z.string(),
  details: z.string(),
  kafka_partition: z.number(),
  kafka_offset: z.number(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

const COLUMNS = Object.keys(ListedEvent.shape).join(', ');

/** One page, newest first; rows of one moment stand in the order of their arrival, so that pages never overlap. */
export function listEventsStatement(filter: ResolvedFilter, page: { limit: number; offset: number }): Statement {
  const { where, params } = toCondition(filter);
  const sql = `
    SELECT ${COLUMNS} FROM integration_events WHERE ${where}
    ORDER BY timestamp DESC, kafka_partition DESC, kafka_offset DESC, log_epoch DESC
    LIMIT {limit:UInt32} OFFSET {offset:UInt64}`;
  return { sql, params: { ...params, limit: page.limit, offset: page.offset } };
}
