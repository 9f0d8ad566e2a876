import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { identityOf, isRunning, signalGroup } from './identity.ts';
import type { ProcessIdentity } from './identity.ts';

/**
 * Kills a group and every process below its leader. PostgreSQL puts each of its processes into a group of its own:
 * killed alone, the leader leaves a checkpointer behind that writes into the data directory for some time.
 * @returns what was below the leader; it has been sent SIGKILL, and may not be gone yet.
 */
export const killTree = (leader: number): ProcessIdentity[] => {
  signalGroup(leader, 'SIGSTOP'); // it starts no more of them
  const below = descendantsOf(leader).map(identityOf);
  signalGroup(leader, 'SIGKILL');
  for (const { pid } of below) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
  return below;
};

/** Waits until none of these processes runs, at most `limitMs`. */
export const untilGone = async (processes: readonly ProcessIdentity[], limitMs: number): Promise<void> => {
  const deadline = Date.now() + limitMs;
  while (processes.some(isRunning) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
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
    // State and parent stand behind the command's name in parentheses, which may hold anything.
    return [{ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
  } catch {
    return []; // it ended meanwhile
  }
};
