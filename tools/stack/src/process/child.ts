import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { signalGroup, type ProcessIdentity } from './identity.ts';
import { lastLines, openLog, sizeOf } from './log-file.ts';
import { guard, release } from './reaper.ts';
import { endLeftover, removeRunFile, writeRunFile } from './run-file.ts';
import { killTree, untilGone } from './tree.ts';

type ChildOptions = {
  /** Name of the process's log and run file in the data directory. */
  name: string;
  dataDir: string;
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** User and group to run as. Only root may choose. */
  owner?: { uid: number; gid: number } | undefined;
  /** Signal that asks the process to stop. Default: SIGTERM. */
  ask?: NodeJS.Signals;
  /** Whether the process's first line on stdout reports that it is ready. Further output on stdout is dropped. */
  announces?: boolean;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Child = {
  readonly pid: number;
  /** Settles when the process has ended. Never rejects. */
  readonly exited: Promise<Exit>;
  /** First line on stdout, or undefined if the process does not use `announces` or ends without a line. */
  readonly firstLine: Promise<string | undefined>;
  lastLines(count: number): string[];
  /** Asks the process to stop, and kills it with its descendants after `graceMs`. Settles when none of these processes is running. */
  stop(graceMs: number): Promise<Exit>;
};

/**
 * Starts a process as the leader of its own group: Ctrl-C in the terminal only reaches the caller, which stops its children in order.
 * A process of the same name left by an earlier run is stopped first.
 * @throws Error when it cannot be started.
 */
export const startChild = async (options: ChildOptions): Promise<Child> => {
  const { name, dataDir, ask = 'SIGTERM' } = options;
  await endLeftover(dataDir, name);
  const log = openLog(dataDir, name);
  const from = sizeOf(log);
  const child = await spawned(options, log);
  const pid = child.pid ?? 0;
  guard(pid, ask);
  writeRunFile(dataDir, name, pid, ask);

  const exited = new Promise<Exit>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      signalGroup(pid, 'SIGKILL'); // kills the processes that the child started
      release(pid);
      removeRunFile(dataDir, name);
      resolve({ code, signal });
    };
    if (child.exitCode !== null || child.signalCode !== null) end(child.exitCode, child.signalCode);
    else child.once('exit', end);
  });
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  const stop = async (graceMs: number) => {
    if (hasEnded) return exited; // its id may have been reused
    signalGroup(pid, ask);
    let killed: ProcessIdentity[] = [];
    const timer = setTimeout(() => (killed = killTree(pid)), graceMs);
    const exit = await exited;
    clearTimeout(timer);
    await untilGone(killed);
    return exit;
  };
  return { pid, exited, firstLine: firstLineOf(child), stop, lastLines: (count) => lastLines(log, count, from) };
};

const spawned = async (options: ChildOptions, log: string): Promise<ChildProcess> => {
  const { command, args, env, cwd, owner, announces = false } = options;
  const file = openSync(log, 'a', 0o600);
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', announces ? 'pipe' : file, file],
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
      ...owner,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return child;
  } finally {
    closeSync(file);
  }
};

const firstLineOf = ({ stdout }: ChildProcess): Promise<string | undefined> => {
  if (!stdout) return Promise.resolve(undefined);
  const lines = createInterface({ input: stdout });
  return new Promise((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined)); // has no effect if a line has resolved it
  });
};
