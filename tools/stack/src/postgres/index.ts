import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { READY_MS, failure, running, type Running } from '../engine.ts';
import { startChild, type Child } from '../process/child.ts';
import { freePort } from '../process/ports.ts';
import { secretsOf } from '../secrets.ts';
import { findBinaries } from './binaries.ts';
import { adoptCluster, createCluster, endOrphan, isReady } from './cluster.ts';
import { chooseOwner } from './owner.ts';

type PostgresOptions = {
  dataDir: string;
  /** 0 or undefined picks a free port. */
  port?: number;
  /** Trades durability for speed, for tests. */
  fast?: boolean;
};
export type RunningPostgres = Running & {
  /** Server URL with user and password, without a database. */
  url: string;
  port: number;
};

const USER = 'portico';
const POLL_MS = 10;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, and creates the cluster at the first start. It only listens on 127.0.0.1 and requires
 * the directory's password. The caller has locked the data directory.
 * @throws Error with PostgreSQL's own message when it does not start.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const { dataDir, fast = false } = options;
  const directory = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true });
  const binaries = await findBinaries();
  const runAs = chooseOwner([directory, binaries.postgres]);
  const password = secretsOf(dataDir).postgres;
  await createCluster({ directory, user: USER, password, fast }, binaries, runAs);
  adoptCluster(directory, runAs);
  await endOrphan(directory);
  const port = options.port || (await freePort());
  const [command, ...args] = runAs.wrap(binaries.postgres);
  const child = await startChild({
    name: 'postgres',
    dataDir,
    command,
    args: [...args, '-D', directory, ...settings(port, fast)],
    cwd: '/',
    owner: runAs.owner,
    ask: 'SIGINT', // do not wait for clients
  });
  await untilReady(child, directory);
  return { ...running(child), url: `postgres://${USER}:${password}@127.0.0.1:${port}`, port };
};

/** PostgreSQL settings for a small machine that also runs five services. */
const settings = (port: number, fast: boolean): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(fast && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const untilReady = async (child: Child, directory: string) => {
  const deadline = Date.now() + READY_MS;
  let ended = false;
  void child.exited.then(() => (ended = true));
  while (!isReady(directory, child.pid)) {
    if (ended || Date.now() > deadline) throw await failure('PostgreSQL', child);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
