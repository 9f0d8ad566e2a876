import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('reaper.sh', import.meta.url));

/** Leaders of the groups that must end with this process, each with the signal that asks them to stop. */
const guarded = new Map<number, NodeJS.Signals>();
let reaper: ChildProcess | undefined;

/** Makes the process group of leader `pid` end when the calling process ends, even by `kill -9`. */
export const guard = (pid: number, ask: NodeJS.Signals): void => {
  guarded.set(pid, ask);
  if (reaper) tell(reaper, `+ ${pid} ${nameOf(ask)}`);
  else startReaper();
};

/** Stops guarding a group that has ended, because its id may be reused. After the last group, the reaper's shell ends too. */
export const release = (pid: number): void => {
  guarded.delete(pid);
  if (!reaper) return;
  tell(reaper, `- ${pid}`);
  if (guarded.size > 0) return;
  reaper.stdin?.end();
  reaper = undefined;
};

/** Starts a shell in a separate session, which outlives a `kill -9` of this process. A shell uses only 1 MB. */
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
