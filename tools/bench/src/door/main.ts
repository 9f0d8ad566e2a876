import { toKeyText } from '@portico/contracts/common/keys';
import { eventually } from '@portico/testkit';
import { startBareServer } from '../bare-server.ts';
import { type BenchStack, ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { processorSeconds } from '../processes.ts';
import { timed } from '../requests.ts';
import { inTurns, median, ratio } from '../statistics.ts';
import { printTable, say, thousands } from '../table.ts';
import { bodiesOf, postEvents } from './post-events.ts';

const KEY = toKeyText('live', 'bench234', 'B'.repeat(32));
/** Pairs: the number of events in a batch, and the number of requests per round as a multiple of `--requests`. */
const BATCHES = [
  [1, 4],
  [100, 1],
  [500, 0.25],
] as const;
/**
 * Number of warm-up requests, as a multiple of the requests per round. The first 20,000 requests cost up to twice as much as later ones.
 */
const WARM_UP = 3;

type Server = { url: string; pid: number };
type Rate = { perCoreSecond: number; perSecond: number };

export default command({
  summary: `
Measures events a core-second of POST /ingest/events in batches of 1, 100 and 500, answered when Kafka has them, in turns with a
bare Node handler that reads the same requests and discards them. The load is made on the same machine.
--requests: of one round; four times as many of single events, a quarter of those with 500.`,
  options: { rounds: 3, requests: 2_000 },
  run: async ({ rounds, requests }) => {
    const bare = await startBareServer();
    try {
      return await withBenchStack(async (stack) => {
        const service = await stack.startService('door', { EVENTS_ROLES: 'doors' });
        await openDoor(stack, service.url);
        await ready(service);
        const figures = [];
        for (const [batch, share] of BATCHES) {
          say(`batches of ${batch}`);
          const bodies = bodiesOf(batch);
          for (const { url } of [service, bare]) await postEvents(url, KEY, bodies, requests * share * WARM_UP);
          const measured = await inTurns(rounds, {
            door: () => measure(service, bodies, requests * share, batch),
            bare: () => measure(bare, bodies, requests * share, batch),
          });
          figures.push({ batch, door: medianOf(measured.door), bare: medianOf(measured.bare), rounds: measured });
        }
        printTable(
          ['events', 'door, a core-second', 'a second', 'bare Node, a core-second', 'a second', 'ratio'],
          figures.map(({ batch, door, bare }) => [
            `batches of ${batch}`,
            ...[door.perCoreSecond, door.perSecond, bare.perCoreSecond, bare.perSecond].map(thousands),
            ratio(door.perCoreSecond, bare.perCoreSecond),
          ]),
        );
        return { figures };
      });
    } finally {
      bare.stop();
    }
  },
});

const medianOf = (rates: readonly Rate[]): Rate => ({
  perCoreSecond: Math.round(median(rates.map(({ perCoreSecond }) => perCoreSecond))),
  perSecond: Math.round(median(rates.map(({ perSecond }) => perSecond))),
});

async function measure(
  { url, pid }: Server,
  bodies: readonly Buffer[],
  requests: number,
  batch: number,
): Promise<Rate> {
  const before = await processorSeconds(pid);
  const seconds = (await timed(() => postEvents(url, KEY, bodies, requests))) / 1_000;
  const events = requests * batch;
  return { perCoreSecond: events / ((await processorSeconds(pid)) - before), perSecond: events / seconds };
}

async function openDoor(stack: BenchStack, url: string): Promise<void> {
  await stack.publish(async (publisher) => {
    await publisher.integration(1, { quota: { eventsPerMinute: 10_000_000, bytesPerDay: 1_000_000_000_000_000 } });
    await publisher.key(1, KEY);
  });
  await eventually(async () => {
    await postEvents(url, KEY, [Buffer.from('[]')], 1);
    return true;
  });
}
