import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { signalGroup } from './identity.ts';
import type { ProcessIdentity } from './identity.ts';
import { lastLines, openLog, sizeOf } from './log-file.ts';
import { guard, release } from './reaper.ts';
import { endLeftover, removeRunFile, writeRunFile } from './run-file.ts';
import { killTree, untilGone } from './tree.ts';

export type ChildOptions = {
  /** Names its log and its run file below the data directory. */
  name: string;
  dataDir: string;
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** User and group to run as; only root may choose. */
  owner?: { uid: number; gid: number } | undefined;
  /** Signal that asks it to end. */
  ask?: NodeJS.Signals;
  /** Whether its first line on stdout says that it is ready; what else it writes there is not kept then. */
  announces?: boolean;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** One process that cannot outlive the one that started it. */
export type Child = {
  readonly pid: number;
  /** Settles when the process has ended; never rejects. */
  readonly exited: Promise<Exit>;
  /** First line that it writes to stdout; undefined when it announces nothing, or ends without. */
  readonly firstLine: Promise<string | undefined>;
  /** What it wrote last to its log. */
  lastLines(count: number): string[];
  /**
   * Asks it to end, and kills it with everything that it started when it has not within `graceMs`. Settles when none
   * of them runs any more.
   */
  stop(graceMs: number): Promise<Exit>;
};

/**
 * Starts a process as the leader of its own group: a Ctrl-C in the terminal reaches the caller alone, which ends its
 * children in its order. One of the same name that an earlier run left is ended first.
 * @throws Error when it cannot be started at all.
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
      signalGroup(pid, 'SIGKILL'); // whatever it started itself
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
    if (hasEnded) return exited; // its id may be another's by now
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
    lines.once('close', () => resolve(undefined)); // after a line this is without effect
  });
};
