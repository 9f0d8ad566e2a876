import type { StoredPlace } from '../logs/settled.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { storedUpTo } from '../table/stored-positions.ts';

/**
 * The newest stored events up to these positions: about `limit`, because all rows of an insert have the same storage time. Finds the
 * time first, so that it only reads the ids of these events.
 */
export const newestIdsStatement = (stored: readonly StoredPlace[], limit: number): Statement => ({
  sql: `
    SELECT source_id, id FROM integration_events
    WHERE ${storedUpTo(stored)} AND stored_at >= (
      SELECT min(stored_at) FROM (SELECT stored_at FROM integration_events ORDER BY stored_at DESC LIMIT ${limit})
    )
    ORDER BY stored_at DESC LIMIT ${limit}`,
});
