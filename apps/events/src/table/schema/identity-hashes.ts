import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { identityHashSql } from '../../text/identity-hash.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';

/** The column of identity hashes. The ingest writes the hashes of new rows; ClickHouse computes the hashes of earlier rows. */
export const identityColumn = `identity_hash UInt64 DEFAULT ${identityHashSql()} CODEC(NONE)`;
/**
 * The projection that finds an identity by primary key, with the timestamp of its row. Granules are small, because hashes are random, so
 * that a lookup reads one granule for each hash. Hash and timestamp take 14 bytes per event. In the previous projection, source and id took
 * 46 bytes.
 */
export const identityProjection = `identity_hashes (SELECT identity_hash, timestamp ORDER BY identity_hash)
      WITH SETTINGS (index_granularity = 128, min_compress_block_size = 4096)`;

/** Milliseconds between two checks of the mutation. */
const PAUSE = 200;
const Count = z.object({ count: z.number() });

const add = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)}
    ADD COLUMN IF NOT EXISTS ${identityColumn} AFTER detail_terms,
    ADD PROJECTION IF NOT EXISTS ${identityProjection}`;
const write = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} MATERIALIZE COLUMN identity_hash, MATERIALIZE PROJECTION identity_hashes
  SETTINGS mutations_sync = 0`;
const mutations = {
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND NOT is_done AND command LIKE '%identity_hashes%'`,
};
/** Counts the parts without hashes, whose events no lookup would find. */
const unwritten = ({ kind, cluster }: Deployment) => ({
  sql: `SELECT count() AS count FROM ${kind === 'replicated' ? `clusterAllReplicas('${cluster}', system.parts)` : 'system.parts'}
    WHERE database = currentDatabase() AND table = 'integration_events' AND active AND rows > 0
      AND NOT has(projections, 'identity_hashes')`,
});

/**
 * The upgrade to lookups by hash. It waits until every part has its hashes, 1 s per million events, because an event that no lookup
 * finds would be stored twice. Meanwhile, processes of the previous release keep storing, and use projection `identities`, which the
 * next release drops. Idempotent: several processes may run it, and an interrupted run may be repeated.
 */
export async function addIdentityHashes(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  await clickhouse.run(add(deployment));
  const count = async (statement: { sql: string }): Promise<number> =>
    (await clickhouse.rowsForSure(Count, statement))[0]?.count ?? 0;
  while ((await count(unwritten(deployment))) > 0) {
    if ((await count(mutations)) === 0) await clickhouse.run(write(deployment));
    await sleep(PAUSE);
  }
}
