import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from '@jest/globals';
import { startClickHouse } from '@portico/stack';
import { STARTING } from '@portico/testkit';
import { type Metering, startMetering } from './metering.ts';

const run = promisify(execFile);

/** A ClickHouse server at a fixed address, which a test can kill, back up and restore. */
type OwnClickHouse = Awaited<ReturnType<typeof startOwnClickHouse>>;
const startOwnClickHouse = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-usage-'));
  const [folder, copy] = [join(dataDir, 'clickhouse'), join(dataDir, 'copy')];
  let running = await startClickHouse({ dataDir });
  const { url, port } = running;
  const begin = async (): Promise<void> => {
    running = await startClickHouse({ dataDir, port });
  };
  const kill = async (): Promise<void> => {
    process.kill(-running.pid, 'SIGKILL');
    await running.exited;
  };
  return {
    url,
    kill: async (): Promise<void> => {
      await kill();
      await begin();
    },
    /** Backs up the server's data. */
    save: async (): Promise<void> => {
      await running.stop();
      await rm(copy, { recursive: true, force: true });
      await run('cp', ['-a', folder, copy]);
      await begin();
    },
    /** Restores the backup, like after a machine failure. */
    restore: async (): Promise<void> => {
      await kill();
      await rm(folder, { recursive: true });
      await run('cp', ['-a', copy, folder]);
      await begin();
    },
    stop: async (): Promise<void> => {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Runs {@link startMetering} with a separate ClickHouse server for the tests of a suite. */
export function useOwnMetering(): { readonly metering: Metering; readonly clickhouse: OwnClickHouse } {
  const own = {} as { metering: Metering; clickhouse: OwnClickHouse };
  beforeAll(async () => {
    own.clickhouse = await startOwnClickHouse();
    own.metering = await startMetering({ CLICKHOUSE_URL: own.clickhouse.url });
  }, 2 * STARTING);
  afterAll(async () => {
    await own.metering?.stack.stop();
    await own.clickhouse?.stop();
  });
  return own;
}
