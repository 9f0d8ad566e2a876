import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { round } from './statistics.ts';

// Linux only: everything is read from /proc.

/** Clock ticks a second in /proc, the same on every Linux. */
const TICKS = 100;

/** The fields of /proc/<pid>/stat that follow the name, which may contain spaces. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of processor time that a process has used so far, all of its threads together. */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Seconds of processor time that these processes have used so far. Ended processes are left out. */
export const processorSecondsOf = async (pids: readonly number[]): Promise<number> =>
  sum(await Promise.all(pids.map((pid) => processorSeconds(pid).catch(() => 0))));

/** A process and its descendants. */
export async function withDescendants(leader: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, parent] = await statOf(Number(name)).catch(() => []);
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(leader);
}

/** Bytes of memory that a process holds now. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** MiB of memory that these processes hold (PSS): pages that several processes share count once. */
export async function proportionalMiB(pids: readonly number[]): Promise<number> {
  const kib = pids.map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return sum(await Promise.all(kib)) / 1024;
}

/** What a process and its descendants hold, and what they use while nothing happens. */
export type Idle = { processes: number; mib: number; percentOfCore: number };

/** Watches a process and its descendants for so many seconds. */
export async function measureIdle(leader: number, seconds: number): Promise<Idle> {
  const pids = await withDescendants(leader);
  const [before, began] = [await processorSecondsOf(pids), performance.now()];
  await sleep(seconds * 1_000);
  const used = (await processorSecondsOf(pids)) - before;
  const percentOfCore = round((used / ((performance.now() - began) / 1_000)) * 100);
  return { processes: pids.length, mib: round(await proportionalMiB(pids)), percentOfCore };
}

/**
 * Gives viewers the last processor for themselves, and the others to the process that they watch: neither then delays the
 * other in the middle of a frame. Does nothing on one processor, or without `taskset`.
 */
export async function pinApart(watched: number, viewers: number): Promise<void> {
  const last = availableParallelism() - 1;
  if (last < 1) return;
  const pin = async (processors: string, pid: number): Promise<void> => {
    await promisify(execFile)('taskset', ['--all-tasks', '--pid', '--cpu-list', processors, String(pid)]);
  };
  await pin(`0-${last - 1}`, watched)
    .then(() => pin(String(last), viewers))
    .catch(() => undefined);
}
