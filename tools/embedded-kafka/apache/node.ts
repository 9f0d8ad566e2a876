import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child, type Exit } from './child.ts';
import { consoleTool } from './console-tools.ts';
import { javaArguments, type Installation } from './installation.ts';

export type ScramUser = { name: string; password: string };
type NodeOptions = {
  installation: Installation;
  /** Name of the node's folder and log. */
  name: string;
  dataDir: string;
  /** Content of server.properties; `log.dirs` is `<dataDir>/<name>/data`. */
  properties: string;
  clusterId: string;
  scramUsers: readonly ScramUser[];
  jvm: readonly string[];
};

/** Maximum milliseconds from start until ready. A cluster starts slowly on a busy machine. */
const READY_MS = 120_000;
/** Milliseconds for a node to hand over its partitions and flush its data before it is killed. */
const STOP_MS = 15_000;

export type RunningNode = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const format = async ({ installation, clusterId, scramUsers }: NodeOptions, config: string): Promise<void> => {
  const users = scramUsers.flatMap(({ name, password }) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  const args = ['format', '--cluster-id', clusterId, '--config', config, '--ignore-formatted', ...users];
  const tool = consoleTool(installation, 'kafka-storage', args);
  await promisify(execFile)(tool.command, tool.args);
};

/** @throws if the broker does not report on stdout within `READY_MS` that it has started. */
const untilReady = async (name: string, child: Child): Promise<void> => {
  const timer = setTimeout(() => void child.stop(0), READY_MS);
  const line = await child.firstLine;
  clearTimeout(timer);
  if (line !== undefined) return;
  await child.stop(0);
  throw new Error(`${name} did not start. ${child.lastLines(5).join('\n')}`);
};

/** The first start formats the folder. @throws Error with the broker's last lines if it does not start. */
export const startNode = async (options: NodeOptions): Promise<RunningNode> => {
  const { installation, name, dataDir, jvm } = options;
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'server.properties');
  writeFileSync(config, options.properties, { mode: 0o600 });
  if (!existsSync(join(folder, 'data', 'meta.properties'))) await format(options, config);
  const child = await startChild({
    name,
    dataDir,
    command: installation.java,
    args: javaArguments(installation, jvm, 'kafka.Kafka', [config]),
  });
  await untilReady(name, child);
  return {
    pid: child.pid,
    exited: child.exited,
    stop: async () => void (await child.stop(STOP_MS)),
    kill: async () => void (await child.stop(0)),
  };
};
