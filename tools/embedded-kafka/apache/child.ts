import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A child process that ends when its parent process ends. */
export type Child = {
  readonly pid: number;
  /** Resolves when the process has ended; never rejects. */
  readonly exited: Promise<Exit>;
  /** The first line that the process writes to stdout; undefined if the process ends without a line. */
  readonly firstLine: Promise<string | undefined>;
  lastLines: (count: number) => string[];
  /** Sends SIGTERM, then SIGKILL after `graceMs` milliseconds. */
  stop: (graceMs: number) => Promise<Exit>;
};

type ChildOptions = {
  command: string;
  args: readonly string[];
  /** Name of the child's log file. The child's stderr goes to `<dataDir>/logs/<name>.log`. */
  name: string;
  dataDir: string;
};

/** Shell script that ends process group $1 when stdin closes, because the parent has ended. SIGKILL follows SIGTERM after 4 s. */
const WATCH = `trap '' INT TERM HUP; cat >/dev/null; kill -s TERM -- "-$1" || exit 0
tries=0; while [ $tries -lt 40 ] && kill -s 0 -- "-$1"; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL -- "-$1"`;

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    // The process has ended.
  }
};

/** @throws Error if the command cannot be started. */
export const startChild = async ({ command, args, name, dataDir }: ChildOptions): Promise<Child> => {
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `${name}.log`);
  const file = openSync(log, 'a', 0o600);
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', file] });
  closeSync(file);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const pid = child.pid ?? 0;
  const watch = spawn('/bin/sh', ['-c', WATCH, 'watch', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.unref();
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref();
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      watch.kill('SIGKILL');
      resolve({ code, signal });
    });
  });
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) });
  const firstLine = new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
  });
  return {
    pid,
    exited,
    firstLine,
    lastLines: (count) => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count),
    stop: async (graceMs) => {
      if (child.exitCode === null && child.signalCode === null) signalGroup(pid, graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
      const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
};
