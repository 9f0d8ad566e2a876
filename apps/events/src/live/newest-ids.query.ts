import type { StoredPlace } from '../logs/settled.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { storedUpTo } from '../table/stored-positions.ts';

/**
 * The events that were stored last, of what was stored up to there: about `limit`, as one insert has one moment. The moment
 * is looked up first, so that ids are read of those events alone.
 */
export const newestIdsStatement = (stored: readonly StoredPlace[], limit: number): Statement => ({
  sql: `
    SELECT source_id, id FROM integration_events
    WHERE ${storedUpTo(stored)} AND stored_at >= (
      SELECT min(stored_at) FROM (SELECT stored_at FROM integration_events ORDER BY stored_at DESC LIMIT ${limit})
    )
    ORDER BY stored_at DESC LIMIT ${limit}`,
});
