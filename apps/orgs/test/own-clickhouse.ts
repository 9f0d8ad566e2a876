import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startClickHouse } from '@portico/stack';

const run = promisify(execFile);

/** A ClickHouse server that can be killed, saved and restored, at one address. */
export type OwnClickHouse = Awaited<ReturnType<typeof startOwnClickHouse>>;
export const startOwnClickHouse = async () => {
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
    /** Backs up its data. */
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
