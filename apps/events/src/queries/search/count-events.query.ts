import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';

export const EventCount = z.object({ count: z.number() });

/** Counts the matches from rows. @param most - limit of the count. */
export function countEventsStatement(filter: ResolvedFilter, most?: number): Statement {
  const { where, params } = toCondition(filter);
  const rows = `integration_events WHERE ${where}`;
  return { sql: `SELECT count() AS count FROM ${most ? `(SELECT 1 FROM ${rows} LIMIT ${most})` : rows}`, params };
}
