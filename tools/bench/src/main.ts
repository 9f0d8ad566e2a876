import { type Command, readOptions, UsageError, usageOf } from './command.ts';
import { machine, writeFigures } from './results.ts';
import { say } from './table.ts';

/** The benchmarks by name. A run imports only its own benchmark, and so loads only the packages that this benchmark needs. */
const COMMANDS: Record<string, () => Promise<{ default: Command }>> = {
  query: () => import('./query/main.ts'),
  peers: () => import('./peers/main.ts'),
  ingest: () => import('./ingest/main.ts'),
  live: () => import('./live/main.ts'),
  start: () => import('./start/main.ts'),
  door: () => import('./door/main.ts'),
  usage: () => import('./usage/main.ts'),
  privacy: () => import('./privacy/main.ts'),
};
const USAGE = `npm run bench -- ${Object.keys(COMMANDS).join(' | ')} [--help]
Measures one part of Portico beside a baseline of the same run, prints a table and saves it in bench-results/.
npm run bench -- report
Writes docs/benchmarks.md and docs/operations/sizing.md from the figures in tools/bench.
`;

const [name = '', ...args] = process.argv.slice(2);
try {
  if (name === 'report') (await import('./report/main.ts')).writePages();
  else if (name === '' || name === '--help') process.stdout.write(USAGE);
  else await run(name, COMMANDS[name]);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run(name: string, load: (typeof COMMANDS)[string] | undefined): Promise<void> {
  if (load === undefined) throw new UsageError(`There is no benchmark named ${name}.\n\n${USAGE}`);
  const { default: command } = await load();
  if (args.includes('--help')) return void process.stdout.write(usageOf(name, command));
  const options = readOptions(command, args);
  process.stdout.write(`${machine()}\n`);
  const figures = await command.run(options);
  say(`saved in ${await writeFigures(name, { options, ...figures })}`);
}
