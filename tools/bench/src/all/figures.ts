import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from '../page/page.ts';
import { cellsOf, type Outcome } from './outcome.ts';

const FOLDER = fileURLToPath(new URL('../../figures', import.meta.url));
const FILE = `${FOLDER}/13-targets.json`;
const PAGE = new URL('../../../../docs/benchmarks.md', import.meta.url);

type Run = { machine: string; load: number; commit: string; measuredAt: string };
type Row = ReturnType<typeof cellsOf>;
type Kept = { parts: { rows?: Row[] }[]; values: Record<string, number> };

/** The last run that was kept; nothing where there was none. */
function keptBefore(): Kept {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { parts: [], values: {} };
    throw error;
  }
}

/** Values by the titles of their targets. */
export const valuesBefore = (): Record<string, number> => keptBefore().values;

/** The rows of a run, and of what it did not measure those of the run before, where that did. */
export const rowsOf = (outcomes: readonly Outcome[], { parts, values }: Kept): Row[] => {
  const rows = new Map(parts.flatMap((part) => part.rows ?? []).map((row) => [row[0], row]));
  for (const outcome of outcomes)
    if (outcome.value !== undefined || !rows.has(outcome.title))
      rows.set(outcome.title, cellsOf(outcome, values[outcome.title]));
  return [...rows.values()];
};

/** Takes a run into the figures of docs/benchmarks.md, the values before beside it, and writes the page. */
export function keep(outcomes: readonly Outcome[], { machine, load, commit, measuredAt }: Run): void {
  const before = keptBefore();
  const measured = outcomes.filter(({ value }) => value !== undefined).map(({ title, value }) => [title, value]);
  const section = {
    title: 'Targets',
    parts: [
      `\`npm run bench:all\` runs every benchmark in its shorter form, one after the other, and says of each target whether it was reached. ${machine}, everything on the same machine, at a load of ${load} when it began; a machine that is busy with other work misses targets in milliseconds and keeps those that are ratios. Kept with \`-- --keep\`, which puts the values of the run before beside the new ones, and leaves what it did not measure as it was.`,
      {
        columns: ['target', 'wanted', 'measured', 'before', ''],
        rows: rowsOf(outcomes, before),
        measuredAt: measuredAt.slice(0, 10),
        commit,
      },
    ],
    values: { ...before.values, ...(Object.fromEntries(measured) as Record<string, number>) },
  };
  writeFileSync(FILE, `${JSON.stringify(section, null, 2)}\n`);
  writeFileSync(PAGE, benchmarksPage(FOLDER));
}
