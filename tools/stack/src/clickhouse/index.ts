import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announced, running, type Running } from '../engine.ts';
import { startChild } from '../process/child.ts';
import { freePort } from '../process/ports.ts';
import { secretsOf } from '../secrets.ts';
import { installEngine } from './install.ts';
import { THREADS } from './lanes.ts';

type ClickHouseOptions = {
  dataDir: string;
  /** 0 or undefined picks a free port. */
  port?: number;
  /** Called with a line if the engine has to be downloaded first. */
  onProgress?: (line: string) => void;
};
export type RunningClickHouse = Running & {
  /** Server URL with user, password and database, as `@clickhouse/client` expects. */
  url: string;
  port: number;
};

const USER = 'portico';
const DATABASE = 'portico';
const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

/**
 * Installs the engine if it is missing, and starts ClickHouse (chdb with ClickHouse's HTTP interface) as a separate process on
 * `<dataDir>/clickhouse`. The caller has locked the data directory.
 * @throws Error if the engine cannot be downloaded or opened.
 */
export const startClickHouse = async (options: ClickHouseOptions): Promise<RunningClickHouse> => {
  const { dataDir, onProgress } = options;
  const port = options.port || (await freePort());
  const password = secretsOf(dataDir).clickhouse;
  await installEngine(onProgress);
  const child = await startChild({
    name: 'clickhouse',
    dataDir,
    command: process.execPath,
    args: [PROGRAM, '--data-dir', join(dataDir, 'clickhouse'), '--port', String(port), '--database', DATABASE],
    env: {
      ...process.env,
      CLICKHOUSE_USER: USER,
      CLICKHOUSE_PASSWORD: password,
      UV_THREADPOOL_SIZE: String(THREADS),
    },
    announces: true,
  });
  const ready = await announced<{ port: number }>('ClickHouse', child);
  const url = `http://${USER}:${password}@127.0.0.1:${ready.port}/${DATABASE}`;
  return { ...running(child), url, port: ready.port };
};
