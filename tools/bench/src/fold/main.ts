import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { machine, writeFigures } from '../report.ts';
import { round } from '../statistics.ts';

const USAGE = `npm run bench:fold [-- --keys 10000] [--rounds 5]
How many marks of activity alerts folds into episodes a second, beside a reader that parses them and does nothing: the first time,
which opens an episode of every second key, and once more, when none of them is news. Beside it what the process and the database
keep of a key: the difference to before the first fold.
`;
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROGRAM = 'apps/alerts/test/baselines/fold-activity.ts';

type Figure = { marksPerSecond: number; microsecondsPerMark: number };
type Taken = {
  bare: Figure;
  first: Figure;
  again: Figure;
  rssBytes: number;
  perKey: { heapBytes: number; databaseBytes: number };
};

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(values.keys, values.rounds);

async function run(keys: string, rounds: string): Promise<void> {
  const args = ['--expose-gc', '--import', './tools/swc-hook.mjs', PROGRAM, '--keys', keys, '--rounds', rounds];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { bare, first, again, rssBytes, perKey } = JSON.parse(stdout) as Taken;
  const line = (name: string, { marksPerSecond, microsecondsPerMark }: Figure): string =>
    `  ${name.padEnd(20)}${`${marksPerSecond} a s`.padStart(14)}${`${round(microsecondsPerMark)} µs a mark`.padStart(18)}${`${round(microsecondsPerMark / bare.microsecondsPerMark)} × bare`.padStart(14)}`;
  process.stdout.write(
    `${machine()}; ${keys} keys, ${rounds} marks each; resident memory ${Math.round(rssBytes / 2 ** 20)} MiB\n` +
      `${[line('bare reader', bare), line('folded', first), line('folded again', again)].join('\n')}\n` +
      `a key: ${Math.round(perKey.heapBytes)} bytes of heap, ${Math.round(perKey.databaseBytes)} in the database\n`,
  );
  const file = await writeFigures('fold', { keys, rounds, bare, first, again, rssBytes, perKey });
  process.stderr.write(`written to ${file}\n`);
}
