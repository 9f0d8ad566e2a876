import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchStack, startBenchStack } from '../bench-stack.ts';
import { type IngestMeasured, measureIngest, PROCESSES } from '../ingest-processes.ts';
import { prepareIngest } from '../prepare.ts';
import { machine, writeFigures } from '../report.ts';
import { startBrokers } from './brokers.ts';
import { Fleet } from './fleet.ts';
import { type LiveMeasured, measureLive } from './live.ts';
import { ingestTable, liveTable } from './report.ts';

const USAGE = `npm run bench:fleet [-- --events 100000 --viewers 200 --rate 50 --seconds 8 --rounds 1]
The events service as several processes on this machine, its roles apart, on three brokers of Apache Kafka where Java and Maven
are there, otherwise on the embedded one. First so many events are stored by 1, 2 and 4 ingest processes. Then so many viewers
watch events published at a rate, for some seconds, through two gateways, from 1 and from 2 live processes, while two processes ingest and
two answer questions. Medians of the rounds; in brackets: beside one process of the same run. Everything shares the processors of this machine.
A round takes two minutes on 2 cores with nothing else to do.
`;
const LIVE_PROCESSES = [1, 2];

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    viewers: { type: 'string', default: '200' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

if (values.help) process.stdout.write(USAGE);
else await run();

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-fleet-'));
  try {
    const { kafka, name } = await startBrokers(folder);
    print(`${machine()}, everything on this machine\nKafka: ${name}`);
    const stack = await startBenchStack(kafka && { kafka });
    // What was started ends with this process, however it ends; asked to, it ends in order.
    const end = (): Promise<void> => stack.stop().finally(() => rm(folder, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void end().finally(() => process.exit(1)));
    try {
      await measure(stack, name);
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(stack: BenchStack, kafka: string): Promise<void> {
  const [events, rounds] = [Number(values.events), Number(values.rounds)];
  await prepareIngest(stack);
  const ingest = await inTurns<IngestMeasured>(PROCESSES, rounds, 'ingest', (count) =>
    measureIngest(stack, count, events),
  );
  print(`\n${events.toLocaleString('en')} events stored, by ingest processes\n${ingestTable(ingest)}`);
  const load = { viewers: Number(values.viewers), rate: Number(values.rate), seconds: Number(values.seconds) };
  const fleet = new Fleet(stack, Math.max(...LIVE_PROCESSES));
  try {
    await fleet.start();
    const live = await inTurns<LiveMeasured>(LIVE_PROCESSES, rounds, 'live', (count) =>
      measureLive(stack, fleet, count, load),
    );
    print(
      `\n${load.rate} events a second to ${load.viewers} viewers for ${load.seconds} s, by live processes; balancers: ${fleet.kind}\n${liveTable(live)}`,
    );
    const byProcesses = { ingest: Object.fromEntries(ingest), live: Object.fromEntries(live) };
    say(`written to ${await writeFigures('fleet', { kafka, events, ...load, ...byProcesses })}`);
  } finally {
    await fleet.stop();
  }
}

/** Numbers of processes take turns, in each round. */
async function inTurns<Measured extends object>(
  counts: readonly number[],
  rounds: number,
  what: string,
  work: (count: number) => Promise<Measured>,
): Promise<Map<number, Measured[]>> {
  const all = new Map<number, Measured[]>(counts.map((count) => [count, []]));
  for (let turn = 1; turn <= rounds; turn += 1)
    for (const count of counts) {
      const measured = await work(count);
      all.get(count)?.push(measured);
      say(JSON.stringify({ round: turn, [what]: count, ...measured }));
    }
  return all;
}
