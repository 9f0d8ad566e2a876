import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answerOf, type Load, type LoadFigures, underLoad, type Watched } from './live-load.ts';
import { membershipChanged } from '@portico/contracts/events/orgs';
import type { Producer } from '@portico/kafka/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishDirectory, withProducer } from '../publishing.ts';
import { writeFigures } from '../report.ts';
import { median, round } from '../statistics.ts';
import { startBenchStack, type BenchStack } from '../bench-stack.ts';
import { measureViewerMemory } from './viewer-memory.ts';

const USAGE = `npm run bench:live [-- --seconds 8 --rates 10,1000,5000,20000 --viewers 1000 --rounds 1 --no-memory --cpu-prof]
Milliseconds from publishing an event to a viewer's socket, at several rates to one viewer and at 200 events a second to many,
beside a plain WebSocket broadcast of the same events from the same topic, in turns; and what a viewer takes of the memory.
Viewers are a process of their own, on a processor of their own where there is taskset. The last lines are p99 beside the
broadcast's of the same round, median of the rounds. Few events a second take four times as long, so that there are enough of them. --viewers 0 leaves the many out.
--no-memory leaves the memory out. --cpu-prof writes a profile of the service into the working directory. Below five minutes.
`;
const BROADCAST = fileURLToPath(new URL('ws-broadcast.ts', import.meta.url));
const DATABASE = 'live';
/** Id of a user who may see organization 1. */
const MEMBER = 5;
/** Not counted: code that was never run, and memory that was never used. */
const WARM_UP: Load = { rate: 1_000, seconds: 3, viewers: 1 };
const MANY_RATE = 200;
const HEADINGS = [
  'events/s',
  'viewers',
  'p50',
  'p95',
  'p99',
  'planned99',
  'late99',
  'missed',
  'not shown',
  'doubled',
  'foreign',
  'µs/event',
  'load',
];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rates: { type: 'string', default: '10,1000,5000,20000' },
    viewers: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '1' },
    'no-memory': { type: 'boolean', default: false },
    'cpu-prof': { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run();

async function run(): Promise<void> {
  const seconds = Number(values.seconds);
  const few = values.rates.split(',').map(Number);
  const loads: Load[] = few.map((rate) => ({ rate, seconds: rate < 100 ? 4 * seconds : seconds, viewers: 1 }));
  const many = Number(values.viewers);
  if (many > 0) loads.push({ rate: MANY_RATE, seconds, viewers: many });
  const stack = await startBenchStack();
  const { kafka } = stack;
  // What was started ends with this process, however it ends; asked to, it ends in order.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
  try {
    const options: Record<string, string> = values['cpu-prof']
      ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-interval=500' }
      : {};
    const service = await stack.startService(DATABASE, options);
    await withProducer(kafka, async (producer) => {
      await publishDirectory(producer);
      await publishMembership(producer);
    });
    const portico = await watch(stack, service.url, service.pid);
    const broadcast = fork(BROADCAST, [stack.brokers]);
    const url = (await answerOf(broadcast)) as string;
    const plain: Watched = { url, pids: [broadcast.pid ?? 0] };
    for (const watched of [portico, plain]) await underLoad(kafka, watched, WARM_UP);
    const measured: object[] = [];
    const ratios = loads.map((): number[] => []);
    print('', HEADINGS);
    for (let turn = 0; turn < Number(values.rounds); turn += 1) {
      for (const [index, load] of loads.entries()) {
        const ours = await underLoad(kafka, portico, load);
        report('portico', ours);
        const theirs = await underLoad(kafka, plain, load);
        report('plain ws', theirs);
        measured.push({ name: 'portico', ...load, ...ours }, { name: 'plain ws', ...load, ...theirs });
        ratios[index]?.push(ours.p99 / theirs.p99);
      }
    }
    for (const [index, { rate, viewers }] of loads.entries())
      process.stdout.write(
        `p99 at ${rate} a second to ${viewers}: ${round(median(ratios[index] ?? []), 2)} of plain ws\n`,
      );
    process.stderr.write(`written to ${await writeFigures('live', { measured })}\n`);
    broadcast.disconnect();
    await service.stop();
    if (many === 0 || values['no-memory']) return;
    const { held, resident } = await measureViewerMemory(stack, DATABASE, many, (...of) => watch(stack, ...of));
    process.stdout.write(
      `a viewer takes ${held} KiB in JavaScript, ${resident} KiB of the process, after a collection of garbage\n`,
    );
  } finally {
    await stack.stop();
  }
}

async function watch({ tokens }: BenchStack, url: string, pid: number): Promise<Watched> {
  await ready(url);
  return {
    url,
    pids: [pid],
    admin: await tokens.sign(),
    member: await tokens.sign({ id: MEMBER, usertype: 'CLIENT' }),
  };
}

async function publishMembership(producer: Producer): Promise<void> {
  const { topic, source, type } = membershipChanged;
  const data = {
    id: 1,
    version: 1,
    deletedAt: null,
    userId: MEMBER,
    organizationId: 1,
    approved: true,
    role: 'viewer',
  };
  const time = new Date().toISOString();
  const event = { specversion: '1.0', id: randomUUID(), source, type, subject: '1', time, data };
  const value = JSON.stringify({ ...event, datacontenttype: 'application/json' });
  await producer.send({ topic, messages: [{ key: '1', value }], acks: -1 });
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while ((await fetch(`${url}/health/ready`)).status !== 200) {
    if (Date.now() > deadline) throw new Error('the events service is not ready after 60 s');
    await sleep(50);
  }
}

function report(name: string, figures: LoadFigures): void {
  const { rate, viewers, p50, p95, p99, planned99, late99, missed, skipped, doubled, foreign, costs, busy } = figures;
  const isPortico = name === 'portico';
  print(name, [
    rate,
    viewers,
    p50,
    p95,
    p99,
    planned99,
    late99,
    missed,
    skipped,
    doubled,
    isPortico ? foreign : '',
    costs,
    busy,
  ]);
}

function print(name: string, cells: readonly (string | number)[]): void {
  const line = cells.map((cell) => String(cell).padStart(10)).join('');
  process.stdout.write(`${name.padEnd(10)}${line}\n`);
}
