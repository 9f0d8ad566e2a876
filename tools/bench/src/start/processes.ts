import { readdir, readFile } from 'node:fs/promises';
import { processorSeconds } from '../processor-time.ts';

/** A process and all that it has started, directly or not. Linux only. */
export const withDescendants = async (leader: number): Promise<number[]> => {
  const parents = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(parents.get(pid) ?? []).flatMap(below)];
  return below(leader);
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Processor seconds of these processes so far; those of ended ones are left out. */
export const processorSecondsOf = async (pids: readonly number[]): Promise<number> =>
  sum(await Promise.all(pids.map((pid) => processorSeconds(pid).catch(() => 0))));

/** MiB of memory that these processes hold: what several of them share counts once. */
export const proportionalMiB = async (pids: readonly number[]): Promise<number> => {
  const kib = pids.map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return sum(await Promise.all(kib)) / 1024;
};
