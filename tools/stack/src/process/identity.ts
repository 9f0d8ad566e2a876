import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, because its id alone may be reused. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** Start time of a process, in a format that is only for comparison. Undefined if no process has this id. */
const startOf = (pid: number): string | undefined => {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command's name is in parentheses and may contain spaces, so the fields after the name are counted.
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? undefined : fields[18];
    } catch {
      return undefined;
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

export const identityOf = (pid: number): ProcessIdentity => ({ pid, startedAt: startOf(pid) ?? '' });

export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean =>
  startedAt !== '' && startOf(pid) === startedAt;

/** The command line of a process, with arguments joined by spaces. Empty if no process has this id. */
export const commandOf = (pid: number): string => {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
};

/** Sends a signal to every process of a group. Returns false if the group has no process. */
export const signalGroup = (leader: number, name: NodeJS.Signals): boolean => send(-leader, name);

/** Sends a signal to a process, or to a group by its leader's negative id. Returns false if the target does not exist. */
export const send = (target: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(target, name);
  } catch {
    return false; // it is already gone
  }
};
