import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { caller, eventually } from '@portico/testkit';
import { publishDirectory, withProducer } from '../publishing.ts';
import { startGateway } from '../gateway.ts';
import { round } from '../statistics.ts';
import { startBenchStack, type BenchStack } from '../bench-stack.ts';
import { measureCrowd } from './crowd.ts';
import { measure, timed } from './measure.ts';
import { questionsOf } from './questions.ts';
import { writeFigures } from '../report.ts';
import { toLine, toTable } from './report.ts';
import { loadEvents, TRACE_OF } from './rows.ts';

const USAGE = `npm run bench:query [-- --rows 10000000] [--requests 40] [--rate 2000]
Loads rows and measures every question of the event console through the gateway, beside the bare query of ClickHouse:
idle, and while so many events a second arrive (--rate 0: idle only). In the same turns the same is asked of a service that
keeps no counts in memory. Prints a table and writes it as JSON to bench-results/.
`;
const DATABASE = 'query';
/** Traces that are looked up. */
const TRACES = 100;
/** Lists, facets and histograms of each service before anything is measured. */
const WARM_UP = 20;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    requests: { type: 'string', default: '40' },
    rate: { type: 'string', default: '2000' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.rows), Number(values.requests), Number(values.rate));

async function run(rows: number, requests: number, rate: number): Promise<void> {
  say('starting Kafka, ClickHouse and the service');
  const stack = await startBenchStack();
  try {
    const events = await stack.startService(DATABASE, { EVENTS_COUNTS_IN_MEMORY: '1000000' });
    const without = await stack.startService(DATABASE, { EVENTS_ROLES: 'queries', EVENTS_COUNTS_IN_MEMORY: '0' });
    const [gateway, before] = await Promise.all([startGateway(stack, events.url), startGateway(stack, without.url)]);
    try {
      await withProducer(stack.kafka, publishDirectory);
      for (const { url } of [events, without])
        await eventually(async () => (await fetch(`${url}/health/ready`)).status === 200, 60_000);
      const database = stack.database(DATABASE);
      const began = performance.now();
      await loadEvents(database, rows, (loaded) => say(`loaded ${loaded.toLocaleString('en')}`));
      const loadSeconds = round((performance.now() - began) / 1_000);
      say('merging');
      await stack.merged();
      const questions = questionsOf(rows, await tracesOf(stack, rows));
      const ask = async () => {
        // Loading may have taken longer than a token lives.
        const token = await stack.tokens.sign();
        const calls = { gateway: caller(gateway.url, token), before: caller(before.url, token) };
        return measure(calls, database, questions, requests, (kind, answered) => say(toLine(kind, answered)));
      };
      await warmUp(stack, [gateway.url, before.url]);
      say('idle');
      const idle = await ask();
      const crowd = {
        gateway: await measureCrowd(gateway.url, stack.tokens),
        before: await measureCrowd(before.url, stack.tokens),
      };
      const busy = rate > 0 ? await whileEventsArrive(stack.brokers, rate, ask) : {};
      const figures = { rows, loadSeconds, rate, requests, idle, crowd, busy };
      process.stdout.write(`\n${toTable(figures)}\n`);
      say(`written to ${await writeFigures('query', figures)}`);
    } finally {
      await Promise.all([gateway.stop(), before.stop()]);
    }
  } finally {
    await stack.stop();
  }
}

/** Until counts and newest rows are in memory, and the code is compiled. */
async function warmUp({ tokens }: BenchStack, urls: readonly string[]): Promise<void> {
  const token = await tokens.sign();
  for (let turn = 0; turn < WARM_UP; turn += 1)
    for (const url of urls)
      for (const path of ['/events?limit=10', '/events/facets', '/events/histogram'])
        await timed(caller(url, token), path);
}

/** Traces from all over the table. */
async function tracesOf(stack: BenchStack, rows: number): Promise<string[]> {
  const numbers = Array.from({ length: TRACES }, (_, index) => Math.floor((rows / TRACES) * (index + 0.5)));
  const query = `SELECT [${numbers.map(TRACE_OF).join(', ')}] AS traces`;
  const answer = await stack.database(DATABASE).query({ query, format: 'JSONEachRow' });
  const [row] = await answer.json<{ traces: string[] }>();
  return row?.traces ?? [];
}

async function whileEventsArrive<Value>(brokers: string, rate: number, work: () => Promise<Value>): Promise<Value> {
  say(`while ${rate} events a second arrive`);
  const child = fork(fileURLToPath(new URL('publish-steadily.ts', import.meta.url)), [brokers, String(rate)]);
  try {
    await once(child, 'message');
    return await work();
  } finally {
    child.kill();
  }
}
