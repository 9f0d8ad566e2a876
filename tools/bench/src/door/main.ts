import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { toKeyText } from '@portico/contracts/common/keys';
import { Publisher } from '@portico/testkit';
import { startBenchStack } from '../bench-stack.ts';
import { ready } from '../prepare.ts';
import { processorSeconds } from '../processor-time.ts';
import { machine, writeFigures } from '../report.ts';
import { median, round } from '../statistics.ts';
import { bodiesOf, postEvents } from './post-events.ts';

const USAGE = `npm run bench:door [-- --rounds 3 --requests 2000]
Events a core-second of POST /ingest/events in batches of 1, 100 and 500, answered when Kafka has them, beside a handler of bare Node
that reads the same requests and throws them away. The two take turns; the processor time is that of their own process.
--requests: of one round and size; four times as many of single events, a quarter of those with 500.
`;
const BARE = fileURLToPath(new URL('bare-handler.ts', import.meta.url));
const KEY = toKeyText('live', 'bench234', 'B'.repeat(32));
/** Batches, and how many requests of each there are for one of `--requests`. */
const SIZES = [
  [1, 4],
  [100, 1],
  [500, 0.25],
] as const;
/** Requests before the counted ones, as a share of them. */
const WARM_UP = 0.2;

type Server = { url: string; pid: number };
type Rate = { aCoreSecond: number; aSecond: number };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '2000' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.rounds), Number(values.requests));

async function run(rounds: number, requests: number): Promise<void> {
  const stack = await startBenchStack();
  const bare = await startBare();
  try {
    const service = await stack.startService('door', { EVENTS_ROLES: 'doors' });
    await openDoor(stack, service.url);
    await ready(service);
    const figures = [];
    for (const [batch, share] of SIZES) {
      const bodies = bodiesOf(batch);
      const [doors, bares]: [Rate[], Rate[]] = [[], []];
      for (let number = 0; number < rounds; number += 1) {
        const measureDoor = async () => doors.push(await measure(service, bodies, requests * share, batch));
        const measureBare = async () => bares.push(await measure(bare.server, bodies, requests * share, batch));
        for (const one of number % 2 === 0 ? [measureDoor, measureBare] : [measureBare, measureDoor]) await one();
      }
      figures.push({ batch, door: medianOf(doors), bare: medianOf(bares), rounds: { doors, bares } });
    }
    process.stdout.write(`${machine()}; the load is made on the same machine\n`);
    for (const { batch, door, bare: thrownAway } of figures)
      process.stdout.write(
        `batches of ${String(batch).padStart(3)}: ${door.aCoreSecond} events a core-second (${door.aSecond}/s), thrown away ${
          thrownAway.aCoreSecond
        } (${thrownAway.aSecond}/s), ratio ${round(door.aCoreSecond / thrownAway.aCoreSecond, 3)}\n`,
      );
    process.stderr.write(`written to ${await writeFigures('door', { requests, figures })}\n`);
  } finally {
    bare.process.kill();
    await stack.stop();
  }
}

function medianOf(rates: readonly Rate[]): Rate {
  return {
    aCoreSecond: Math.round(median(rates.map(({ aCoreSecond }) => aCoreSecond))),
    aSecond: Math.round(median(rates.map(({ aSecond }) => aSecond))),
  };
}

async function measure(server: Server, bodies: readonly Buffer[], requests: number, batch: number): Promise<Rate> {
  await postEvents(server.url, KEY, bodies, requests * WARM_UP);
  const [cpu, began] = [await processorSeconds(server.pid), performance.now()];
  await postEvents(server.url, KEY, bodies, requests);
  const seconds = (performance.now() - began) / 1_000;
  const events = requests * batch;
  return { aCoreSecond: events / ((await processorSeconds(server.pid)) - cpu), aSecond: events / seconds };
}

async function openDoor({ kafka }: Awaited<ReturnType<typeof startBenchStack>>, url: string): Promise<void> {
  const publisher = new Publisher(kafka);
  await publisher.integration(1, { quota: { eventsPerMinute: 10_000_000, bytesPerDay: 1_000_000_000_000_000 } });
  await publisher.key(1, KEY);
  await publisher.disconnect();
  const isOpen = () =>
    postEvents(url, KEY, [Buffer.from('[]')], 1).then(
      () => true,
      () => false,
    );
  for (const deadline = Date.now() + 30_000; !(await isOpen()); await sleep(50))
    if (Date.now() > deadline) throw new Error('the door does not open');
}

async function startBare(): Promise<{ process: ChildProcess; server: Server }> {
  const child = spawn(process.execPath, [BARE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return { process: child, server: { url, pid: child.pid ?? 0 } };
}
