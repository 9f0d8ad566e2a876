import { residentBytes } from '../processes.ts';
import { round } from '../statistics.ts';
import { printTable } from '../table.ts';
import { underLoad, type Watched } from './live-load.ts';

const INTERVAL_SECONDS = 30;
const MIB = 1024 * 1024;
type MemoryAt = { seconds: number; mib: Record<string, number> };

/**
 * Publishes events at a constant rate, with one viewer. Measures the resident memory of each process in MiB.
 * @param watched returns the server, with a token that is valid until the next measurement.
 */
export async function measureMemoryUnderLoad(
  kafka: Parameters<typeof underLoad>[0],
  watched: () => Promise<Watched>,
  processes: Readonly<Record<string, number>>,
  { rate, minutes }: { rate: number; minutes: number },
): Promise<MemoryAt[]> {
  const steps: MemoryAt[] = [];
  for (let seconds = 0; seconds < minutes * 60; seconds += INTERVAL_SECONDS) {
    await underLoad(kafka, await watched(), { rate, seconds: INTERVAL_SECONDS, viewers: 1 });
    const mib: Record<string, number> = {};
    for (const [name, pid] of Object.entries(processes)) mib[name] = round((await residentBytes(pid)) / MIB);
    steps.push({ seconds: seconds + INTERVAL_SECONDS, mib });
  }
  printTable(
    ['seconds of load', ...Object.keys(processes)],
    steps.map(({ seconds, mib }) => [seconds, ...Object.values(mib)]),
  );
  return steps;
}
