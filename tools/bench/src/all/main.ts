import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { commit, machine, writeFigures } from '../report.ts';
import { round } from '../statistics.ts';
import { keep, valuesBefore } from './figures.ts';
import { cellsOf, outcomeOf, verdictOf } from './outcome.ts';
import { PLAN } from './plan.ts';
import { runStep } from './run-step.ts';
import { TARGETS, type Written } from './targets.ts';

const USAGE = `npm run bench:all [-- --only query,start] [--keep]
Runs every benchmark in its shorter form, 40 minutes at most, and prints of each target whether it was reached. A target that is
missed is no failure. --only: some of them. --keep: takes the values into docs/benchmarks.md, beside those before.
`;
const WIDTHS = [78, 34, 12, 12, 14];
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { values } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) process.stdout.write(USAGE);
else await run(values.only?.split(','), values.keep ?? false);

async function run(only: readonly string[] | undefined, isKept: boolean): Promise<void> {
  const unknown = only?.filter((name) => PLAN.every((step) => step.name !== name)) ?? [];
  if (unknown.length > 0) {
    say(`unknown: ${unknown.join(', ')}; there are ${PLAN.map(({ name }) => name).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const about = {
    machine: machine(),
    load: round(loadavg()[0] ?? 0),
    commit: commit(),
    measuredAt: new Date().toISOString(),
  };
  const written = new Map<string, Written | undefined>();
  for (const step of PLAN.filter(({ name }) => only?.includes(name) ?? true)) {
    const began = performance.now();
    say(`\n${step.script} ${step.args.join(' ')}`);
    written.set(step.name, await runStep(step));
    const outcome = written.get(step.name) === undefined ? 'failed or too slow' : 'done';
    say(`${step.name}: ${outcome} after ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  const before = valuesBefore();
  const outcomes = TARGETS.filter(({ benchmark }) => written.has(benchmark)).map((target) =>
    outcomeOf(target, written.get(target.benchmark)),
  );
  const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join('');
  process.stdout.write(`\n${about.machine}; load ${about.load} at the beginning; ${about.commit}\n`);
  process.stdout.write(`${line(['target', 'wanted', 'measured', 'before', ''])}\n`);
  for (const outcome of outcomes) process.stdout.write(`${line(cellsOf(outcome, before[outcome.title]))}\n`);
  const count = (verdict: string): number => outcomes.filter((outcome) => verdictOf(outcome) === verdict).length;
  process.stdout.write(
    `\n${count('reached')} reached, ${count('missed')} missed, ${count('not measured')} not measured\n`,
  );
  say(`written to ${await writeFigures('all', { load: about.load, outcomes })}`);
  if (isKept) keep(outcomes, about);
}
