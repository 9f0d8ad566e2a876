import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { machine, writeFigures } from '../report.ts';
import { round } from '../statistics.ts';

const USAGE = `npm run bench:directory [-- --viewers 10000] [--turns 200]
What one change of the directory costs a process of the events service with so many viewers, in microseconds: the change
itself, and what it adds to judging and writing one row of each organization afterwards. Medians.
`;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROGRAM = 'apps/events/test/baselines/directory-changes.ts';

/** Microseconds with 10,000 viewers on 2 cores, while every change made all that was derived from the directory stale. */
const BASELINE = {
  commit: '5946538',
  microseconds: {
    'membership of one viewer': 130_022,
    'name of one integration': 129_118,
    'role of one user': 129_555,
  },
};

type Taken = { viewers: number; figures: Record<string, { change: number; added: number }> };

const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '200' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(values.viewers, values.turns);

async function run(viewers: string, turns: string): Promise<void> {
  const args = ['--import', './tools/swc-hook.mjs', PROGRAM, '--viewers', viewers, '--turns', turns];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { figures: taken } = JSON.parse(stdout) as Taken;
  const figures = Object.entries(BASELINE.microseconds).map(([change, before]) => {
    const { change: own, added } = taken[change] ?? { change: Number.NaN, added: Number.NaN };
    const microseconds = own + Math.max(0, added);
    return { change, microseconds: round(microseconds), before, ratio: round(before / microseconds) };
  });
  const lines = figures.map(
    ({ change, microseconds, before, ratio }) =>
      `  ${change.padEnd(28)}${`${microseconds} µs`.padStart(12)}${`${before} µs`.padStart(14)}${String(ratio).padStart(10)}`,
  );
  process.stdout.write(
    `${machine()}; ${viewers} viewers; beside ${BASELINE.commit}, times as fast\n${lines.join('\n')}\n`,
  );
  const file = await writeFigures('directory', {
    viewers,
    turns,
    baseline: BASELINE.commit,
    figures,
  });
  process.stderr.write(`written to ${file}\n`);
}
