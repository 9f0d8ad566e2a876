import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { identityOf, isRunning, send, signalGroup, type ProcessIdentity } from './identity.ts';

/** Milliseconds to wait for killed processes. A process waiting for its disk only ends after the disk has answered. */
const GONE_MS = 5_000;

/**
 * Kills a process, its group and every process below it. PostgreSQL puts each of its processes into a group of its own. If
 * only its main process is killed, its checkpointer still writes into the data directory for some time.
 * @returns the processes below `pid`, which have been sent SIGKILL but may still be running.
 */
export const killTree = (pid: number): ProcessIdentity[] => {
  send(pid, 'SIGSTOP'); // prevents it from starting more
  const below = descendantsOf(pid).map(identityOf);
  if (!signalGroup(pid, 'SIGKILL')) send(pid, 'SIGKILL');
  for (const one of below) send(one.pid, 'SIGKILL');
  return below;
};

/** @returns whether all processes ended within `limitMs` milliseconds. */
export const untilGone = async (processes: readonly ProcessIdentity[], limitMs = GONE_MS): Promise<boolean> => {
  const deadline = Date.now() + limitMs;
  while (processes.some(isRunning)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
};

/** Stops a process that is not our child: asks it to stop, waits, then kills it with its descendants. */
export const endForeign = async (identity: ProcessIdentity, ask: NodeJS.Signals, graceMs: number): Promise<void> => {
  if (!isRunning(identity)) return;
  if (!signalGroup(identity.pid, ask)) send(identity.pid, ask);
  if (await untilGone([identity], graceMs)) return;
  await untilGone([identity, ...killTree(identity.pid)]);
};

const descendantsOf = (leader: number): number[] => {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(leader);
};

type Process = { pid: number; parent: number };

const processes = (): Process[] => {
  if (process.platform === 'linux')
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
};

const readProcess = (pid: number): Process[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // State and parent follow the command's name in parentheses, which may contain anything.
    return [{ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
  } catch {
    return []; // it has ended in the meantime
  }
};
