import { residentBytes } from '../processes.ts';
import { round } from '../statistics.ts';
import { printTable } from '../table.ts';
import { underLoad, type Watched } from './live-load.ts';

/** Seconds between two measurements. */
const STEP = 30;
const MIB = 1024 * 1024;

/**
 * Publishes at a constant rate to one viewer, and measures the resident memory of processes in MiB.
 * @param watched returns the service, with a token that is valid until the next measurement.
 */
export async function measureMemoryUnderLoad(
  kafka: Parameters<typeof underLoad>[0],
  watched: () => Promise<Watched>,
  processes: Readonly<Record<string, number>>,
  { rate, minutes }: { rate: number; minutes: number },
): Promise<{ seconds: number; mib: Record<string, number> }[]> {
  const steps: { seconds: number; mib: Record<string, number> }[] = [];
  for (let seconds = 0; seconds < minutes * 60; seconds += STEP) {
    await underLoad(kafka, await watched(), { rate, seconds: STEP, viewers: 1 });
    const mib: Record<string, number> = {};
    for (const [name, pid] of Object.entries(processes)) mib[name] = round((await residentBytes(pid)) / MIB);
    steps.push({ seconds: seconds + STEP, mib });
  }
  printTable(
    ['seconds of load', ...Object.keys(processes)],
    steps.map(({ seconds, mib }) => [seconds, ...Object.values(mib)]),
  );
  return steps;
}
