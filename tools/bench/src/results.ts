import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { round } from './statistics.ts';

const RESULTS = fileURLToPath(new URL('../../../bench-results', import.meta.url));

export const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}, load ${round(loadavg()[0] ?? 0)}`;

/** Returns the measured commit, e.g. `e861dda`, with `-dirty` if files differ from the commit. */
const commit = (): string => execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();

/** Writes the figures of one benchmark as JSON. @returns the path of the file, relative to the project. */
export async function writeFigures(name: string, figures: object): Promise<string> {
  await mkdir(RESULTS, { recursive: true });
  const measuredAt = new Date().toISOString();
  const file = `${name}-${measuredAt.replaceAll(/[:.]/g, '-')}.json`;
  const content = { measuredAt, commit: commit(), machine: machine(), ...figures };
  await writeFile(join(RESULTS, file), `${JSON.stringify(content, null, 2)}\n`);
  return `bench-results/${file}`;
}
