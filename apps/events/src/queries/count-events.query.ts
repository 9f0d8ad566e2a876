import { z } from 'zod';
import type { Statement } from '../clickhouse/clickhouse.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { toCondition } from './event-filter.sql.ts';

export const EventCount = z.object({ count: z.number() });

/** How many rows match, counted row by row. */
export function countEventsStatement(filter: ResolvedFilter): Statement {
  const { where, params } = toCondition(filter);
  return { sql: `SELECT count() AS count FROM integration_events WHERE ${where}`, params };
}
