import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('reaper.sh', import.meta.url));

/** Leaders of the groups that are to end with this process, each with the signal that asks them. */
const guarded = new Map<number, NodeJS.Signals>();
let reaper: ChildProcess | undefined;

/** From now on this process group ends when the calling process ends, even by `kill -9`. */
export const guard = (pid: number, ask: NodeJS.Signals): void => {
  guarded.set(pid, ask);
  if (reaper) tell(reaper, `+ ${pid} ${nameOf(ask)}`);
  else startReaper();
};

/** The group is gone; its id may be another's from now on. With the last one the shell ends. */
export const release = (pid: number): void => {
  guarded.delete(pid);
  if (!reaper) return;
  tell(reaper, `- ${pid}`);
  if (guarded.size > 0) return;
  reaper.stdin?.end();
  reaper = undefined;
};

/** A shell, because it must outlive a `kill -9` of this process, and costs 1 MB; in a session of its own. */
const startReaper = () => {
  const started = spawn('/bin/sh', [SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  reaper = started;
  for (const [pid, ask] of guarded) tell(started, `+ ${pid} ${nameOf(ask)}`);
  // Neither the shell nor its pipe keeps this process alive.
  started.unref();
  const { stdin } = started;
  stdin.on('error', () => undefined); // it was killed
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  started.once('exit', () => {
    if (reaper !== started) return;
    reaper = undefined;
    if (guarded.size > 0) startReaper();
  });
};

const tell = ({ stdin }: ChildProcess, line: string) => stdin?.write(`${line}\n`);
const nameOf = (signal: NodeJS.Signals) => signal.slice('SIG'.length);
