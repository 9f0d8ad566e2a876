import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';

/** The index that finds rows by arrival. Rows are sorted by timestamp, which may be much earlier. */
export const ARRIVAL_INDEX = 'INDEX arrival published_at TYPE minmax GRANULARITY 1';

const addIndex = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} ADD ${ARRIVAL_INDEX.replace('INDEX', 'INDEX IF NOT EXISTS')}`;
/** Builds the index for earlier rows in the background. Until then, ClickHouse scans these rows. */
const writeIndex = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} MATERIALIZE INDEX arrival SETTINGS mutations_sync = 0`;
const isWriting = {
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND command LIKE '%MATERIALIZE INDEX arrival%'`,
};

/** Adds the index of arrivals. Idempotent: several processes may run it, and an interrupted run may be repeated. */
export async function addArrivalIndex(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  await clickhouse.run(addIndex(deployment));
  const [mutations] = await clickhouse.rowsForSure(z.object({ count: z.number() }), isWriting);
  if (mutations?.count === 0) await clickhouse.run(writeIndex(deployment));
}
