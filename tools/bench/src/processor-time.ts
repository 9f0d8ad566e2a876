import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Clock ticks a second in /proc, the same on every Linux. */
const TICKS = 100;

/** Seconds of processor time that a process has used so far, all of its threads together. Linux only. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Bytes of memory that a process holds now. Linux only. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/**
 * Gives viewers the last processor for themselves, and what they watch the others: neither then takes the other's time in the
 * middle of a frame. Does nothing on one processor, or where there is no `taskset`.
 */
export async function pinApart(watched: readonly number[], viewers: number): Promise<void> {
  const last = availableParallelism() - 1;
  if (last < 1) return;
  const pin = async (processors: string, pid: number): Promise<void> => {
    await promisify(execFile)('taskset', ['--all-tasks', '--pid', '--cpu-list', processors, String(pid)]);
  };
  await Promise.all(watched.map((pid) => pin(`0-${last - 1}`, pid)))
    .then(() => pin(String(last), viewers))
    .catch(() => undefined);
}
