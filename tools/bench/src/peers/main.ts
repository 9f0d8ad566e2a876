import { parseArgs } from 'node:util';
import { type Call, caller, eventually } from '@portico/testkit';
import { type BenchStack, startBenchStack } from '../bench-stack.ts';
import { publishDirectory, withProducer } from '../publishing.ts';
import { loadEvents, TRACE_OF } from '../query/rows.ts';
import { writeFigures } from '../report.ts';

import { copyIntoLogs, diskOf } from './log-table.ts';
import { type Compared, compare } from './measure.ts';
import { questionsOf } from './questions.ts';
import { header, toDisk, toLine } from './report.ts';

const USAGE = `npm run bench:peers [-- --rows 3000000] [--requests 20]
The same events in Portico's table and in an OpenTelemetry logs table with the indexes of log consoles: every question of
the console through the events service, which always counts exactly, beside the statements that a log console sends to
ClickHouse for it, without and with its exact count. Prints a table and writes it as JSON to bench-results/.
`;
const DATABASE = 'peers';
const TRACES = 50;
/** Lists, facets and histograms before anything is measured. */
const WARM_UP = 20;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '3000000' },
    requests: { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.rows), Number(values.requests));

async function run(rows: number, requests: number): Promise<void> {
  say('starting Kafka, ClickHouse and the service');
  const stack = await startBenchStack();
  try {
    const events = await stack.startService(DATABASE);
    await withProducer(stack.kafka, publishDirectory);
    await eventually(async () => (await fetch(`${events.url}/health/ready`)).status === 200, 60_000);
    const database = stack.database(DATABASE);
    await loadEvents(database, rows, (loaded) => say(`loaded ${loaded.toLocaleString('en')}`));
    await copyIntoLogs(database, rows, (copied) => say(`copied ${copied.toLocaleString('en')}`));
    say('merging');
    await stack.merged();
    const disk = {
      ours: await diskOf(database, ['integration_events']),
      theirs: await diskOf(database, ['otel_logs', 'attribute_rollup']),
    };
    if (disk.ours.rows !== disk.theirs.rows) throw new Error(`${disk.ours.rows} events, ${disk.theirs.rows} lines`);
    await warmUp(caller(events.url, await stack.tokens.sign()));
    const questions = questionsOf(await tracesOf(stack, rows));
    const compared: Record<string, Compared> = {};
    process.stdout.write(header(rows, requests));
    for (const [kind, question] of Object.entries(questions)) {
      const call = caller(events.url, await stack.tokens.sign());
      compared[kind] = await compare(call, database, question, requests);
      process.stdout.write(`${toLine(kind, compared[kind])}\n`);
    }
    const ratio = Math.round((disk.ours.mebibytes / disk.theirs.mebibytes) * 100) / 100;
    process.stdout.write(`\n${toDisk(disk.ours, disk.theirs, ratio)}\n`);
    say(`written to ${await writeFigures('peers', { rows, requests, disk: { ...disk, ratio }, compared })}`);
  } finally {
    await stack.stop();
  }
}

/** Traces from all over the table. */
async function tracesOf(stack: BenchStack, rows: number): Promise<string[]> {
  const numbers = Array.from({ length: TRACES }, (_, index) => Math.floor((rows / TRACES) * (index + 0.5)));
  const query = `SELECT [${numbers.map(TRACE_OF).join(', ')}] AS traces`;
  const answered = await stack.database(DATABASE).query({ query, format: 'JSONEachRow' });
  const [row] = await answered.json<{ traces: string[] }>();
  return row?.traces ?? [];
}

/** Until counts and newest rows are in memory, and the code is compiled. */
async function warmUp(call: Call): Promise<void> {
  for (let turn = 0; turn < WARM_UP; turn += 1)
    for (const path of ['/events?limit=10', '/events/facets', '/events/histogram']) await call('GET', path);
}
