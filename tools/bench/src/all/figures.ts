import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from '../page/page.ts';
import { cellsOf, type Outcome } from './outcome.ts';

const FOLDER = fileURLToPath(new URL('../../figures', import.meta.url));
const FILE = `${FOLDER}/13-targets.json`;
const PAGE = new URL('../../../../docs/benchmarks.md', import.meta.url);

type Run = { machine: string; load: number; commit: string; measuredAt: string };
type Kept = { values: Record<string, number> };

/** The values of the last run that was kept, by the titles of their targets. */
export function valuesBefore(): Record<string, number> {
  try {
    return (JSON.parse(readFileSync(FILE, 'utf8')) as Kept).values;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Takes a run into the figures of docs/benchmarks.md, the values before beside it, and writes the page. */
export function keep(outcomes: readonly Outcome[], { machine, load, commit, measuredAt }: Run): void {
  const before = valuesBefore();
  const measured = outcomes.filter(({ value }) => value !== undefined).map(({ title, value }) => [title, value]);
  const section = {
    title: 'Targets',
    parts: [
      `\`npm run bench:all\` runs every benchmark in its shorter form, one after the other, and says of each target whether it was reached. ${machine}, everything on the same machine, at a load of ${load} when it began; a machine that is busy with other work misses targets in milliseconds and keeps those that are ratios. Kept with \`-- --keep\`, which puts the values of the run before beside the new ones.`,
      {
        columns: ['target', 'wanted', 'measured', 'before', ''],
        rows: outcomes.map((outcome) => cellsOf(outcome, before[outcome.title])),
        measuredAt: measuredAt.slice(0, 10),
        commit,
      },
    ],
    values: { ...before, ...(Object.fromEntries(measured) as Record<string, number>) },
  };
  writeFileSync(FILE, `${JSON.stringify(section, null, 2)}\n`);
  writeFileSync(PAGE, benchmarksPage(FOLDER));
}
