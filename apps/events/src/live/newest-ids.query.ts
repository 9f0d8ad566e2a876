import type { StoredPlace } from '../logs/settled.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { storedUpTo } from '../table/stored-positions.ts';

/**
 * The identities of at most `limit` newest stored events, up to these positions. Finds the earliest storage time among these events
 * first, so that no ids of earlier events are read.
 */
export const newestIdsStatement = (stored: readonly StoredPlace[], limit: number): Statement => ({
  sql: `
    SELECT source_id, id FROM integration_events
    WHERE ${storedUpTo(stored)} AND stored_at >= (
      SELECT min(stored_at) FROM (SELECT stored_at FROM integration_events ORDER BY stored_at DESC LIMIT ${limit})
    )
    ORDER BY stored_at DESC LIMIT ${limit}`,
});
