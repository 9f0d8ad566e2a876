import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { round } from './statistics.ts';

// These functions work only on Linux, because they read /proc.

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/** Returns the fields of /proc/<pid>/stat after the process name. The name may contain spaces. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export async function processorSeconds(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the seconds of processor time that several processes have used. Skips ended processes. */
export const processorSecondsOf = async (pids: readonly number[]): Promise<number> =>
  sum(await Promise.all(pids.map((pid) => processorSeconds(pid).catch(() => 0))));

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

export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns the memory of several processes in MiB (PSS). A memory page that several processes share counts once. */
async function proportionalMiB(pids: readonly number[]): Promise<number> {
  const kib = pids.map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return sum(await Promise.all(kib)) / 1024;
}

/** Memory and processor use of a process and its descendants while they are idle. */
export type Idle = { processes: number; mib: number; percentOfCore: number };

export async function measureIdle(leader: number, seconds: number): Promise<Idle> {
  const pids = await withDescendants(leader);
  const [before, began] = [await processorSecondsOf(pids), performance.now()];
  await sleep(seconds * 1_000);
  const used = (await processorSecondsOf(pids)) - before;
  const percentOfCore = round((used / ((performance.now() - began) / 1_000)) * 100);
  return { processes: pids.length, mib: round(await proportionalMiB(pids)), percentOfCore };
}

/**
 * Assigns the last processor to the process of the viewers and the other processors to the measured process, so that they do not
 * interrupt each other. Has no effect on a machine with one processor, or without `taskset`.
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
