import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';

/** In which few rows something arrived in a period: they lie by when it happened, which may be long before. */
export const ARRIVAL_INDEX = 'INDEX arrival published_at TYPE minmax GRANULARITY 1';

const addIndex = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} ADD ${ARRIVAL_INDEX.replace('INDEX', 'INDEX IF NOT EXISTS')}`;
/** In the background; until then the rows of before are read. */
const writeIndex = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} MATERIALIZE INDEX arrival SETTINGS mutations_sync = 0`;
const isWriting = {
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND command LIKE '%MATERIALIZE INDEX arrival%'`,
};

/** May be taken again: by several processes at once, or after one was cut short. */
export async function addArrivalIndex(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  await clickhouse.run(addIndex(deployment));
  const [mutations] = await clickhouse.rowsForSure(z.object({ count: z.number() }), isWriting);
  if (mutations?.count === 0) await clickhouse.run(writeIndex(deployment));
}
