import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@portico/stack';

/** Environment variable that names the folder of the cluster. */
const CLUSTER = 'PORTICO_TEST_CLUSTER';

/** Makes the PostgreSQL cluster of a test run, of which {@link copyCluster} makes copies. */
export async function makeCluster(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir, fast: true });
  await postgres.stop();
  process.env[CLUSTER] = dataDir;
}

/** Copies the run's cluster and its password to where PostgreSQL is going to start: initdb takes more processor time. */
export function copyCluster(dataDir: string): void {
  const cluster = process.env[CLUSTER];
  if (cluster === undefined) return;
  // PostgreSQL opens no folder that others may read.
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700, recursive: true });
  for (const part of ['secrets.json', 'postgres'])
    cpSync(join(cluster, part), join(dataDir, part), { recursive: true });
}
