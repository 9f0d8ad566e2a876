import type { Statement } from '../clickhouse/clickhouse.ts';
import { type StoredPosition, storedUpTo } from './stored-positions.query.ts';

/** Ids of the newest events of what was stored up to there, by when they happened. */
export const newestIdsStatement = (stored: readonly StoredPosition[], limit: number): Statement => ({
  sql: `SELECT id FROM integration_events WHERE ${storedUpTo(stored)} ORDER BY timestamp DESC LIMIT ${limit}`,
});
