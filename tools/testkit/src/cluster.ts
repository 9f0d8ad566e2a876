import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@portico/stack';

/** Environment variable with the cluster's folder. */
const CLUSTER = 'PORTICO_TEST_CLUSTER';

/** Creates the PostgreSQL cluster (data folder) of a test run, which {@link copyCluster} copies. */
export async function makeCluster(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir, fast: true });
  await postgres.stop();
  process.env[CLUSTER] = dataDir;
}

/** Copies the run's cluster and its password to PostgreSQL's folder, which is cheaper than initdb. */
export function copyCluster(dataDir: string): void {
  const cluster = process.env[CLUSTER];
  if (cluster === undefined) return;
  // PostgreSQL rejects a folder that other users can read.
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700, recursive: true });
  for (const part of ['secrets.json', 'postgres'])
    cpSync(join(cluster, part), join(dataDir, part), { recursive: true });
}
