import { parseArgs } from 'node:util';
import { measureIngest } from './ingest-rounds.ts';
import { ingestTable } from './ingest-table.ts';
import { writeFigures } from './report.ts';
import { startBenchStack } from './bench-stack.ts';

const USAGE = `npm run bench:ingest [-- --events 200000 --rounds 4]
Measures what an event costs from Kafka into ClickHouse, in processor time, beside what it has to cost at least.
--events: of one round; with 10000000 and --rounds 1 it shows whether memory stays flat.
`;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.events), Number(values.rounds));

async function run(events: number, rounds: number): Promise<void> {
  const stack = await startBenchStack();
  try {
    const figures = await measureIngest(stack, events, rounds);
    process.stdout.write(`\n${ingestTable(figures)}\n`);
    process.stderr.write(`written to ${await writeFigures('ingest', figures)}\n`);
  } finally {
    await stack.stop();
  }
}
