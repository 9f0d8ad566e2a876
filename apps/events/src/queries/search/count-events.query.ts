import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';

export const EventCount = z.object({ count: z.number() });

/** How many rows match, counted row by row. @param most - where counting ends. */
export function countEventsStatement(filter: ResolvedFilter, most?: number): Statement {
  const { where, params } = toCondition(filter);
  const rows = `integration_events WHERE ${where}`;
  return { sql: `SELECT count() AS count FROM ${most ? `(SELECT 1 FROM ${rows} LIMIT ${most})` : rows}`, params };
}
