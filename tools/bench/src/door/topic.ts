import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { doorTopic, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { Publisher } from '@portico/testkit';
import { type BenchStack, startBenchStack } from '../bench-stack.ts';
import { outcomes, total } from '../ingest-service.ts';
import { ready } from '../prepare.ts';
import { processorSeconds } from '../processor-time.ts';
import { benchEvent, withProducer } from '../publishing.ts';
import { machine, writeFigures } from '../report.ts';
import { median, round } from '../statistics.ts';

const USAGE = `npm run bench:door:topic [-- --events 200000 --rounds 3]
What an event costs that is written to the topic of its integration (copied to the doors' topic with its sender, then stored), beside
one on the shared topic (stored at once). Both are written to the same Kafka, which checks ACLs, and stored by the same process; the two
take turns. Microseconds of processor time an event: of the service, and of Kafka with what its producer costs it.
`;
const BATCH = 1_000;
const LOOK_EVERY = 200;
const INTEGRATION = 1;
const OWNER = { source_id: INTEGRATION, organization_id: 1 };
const TOPICS = { shared: INTEGRATION_EVENTS_TOPIC, own: doorTopic(INTEGRATION) };
type Way = keyof typeof TOPICS;
type Cost = { service: number; kafka: number; aSecond: number };

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
});
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.events), Number(values.rounds));

async function run(events: number, rounds: number): Promise<void> {
  // Everyone may do everything, and each request is checked.
  const stack = await startBenchStack({ security: { authorizer: { superUsers: ['User:ANONYMOUS'] } } });
  try {
    const service = await stack.startService('ingest', { EVENTS_ROLES: 'doors,ingest' });
    await openDoor(stack);
    await ready(service);
    const costs: Record<Way, Cost[]> = { shared: [], own: [] };
    const cost = async (way: Way): Promise<void> => {
      const one = await measure(stack, service, TOPICS[way], events);
      costs[way].push(one);
      process.stderr.write(`${JSON.stringify({ way, ...one })}\n`);
    };
    // The first events of a process cost more.
    for (const way of ['shared', 'own'] as const) await measure(stack, service, TOPICS[way], events / 4);
    for (let number = 0; number < rounds; number += 1)
      for (const way of number % 2 === 0 ? (['shared', 'own'] as const) : (['own', 'shared'] as const)) await cost(way);
    const [shared, own] = [medianOf(costs.shared), medianOf(costs.own)];
    process.stdout.write(
      `${machine()}\nshared topic: ${shared.service} µs an event of the service, ${shared.kafka} of Kafka, ${shared.aSecond}/s\n` +
        `topic of its own: ${own.service} µs, ${own.kafka} of Kafka, ${own.aSecond}/s; ratio ${round(own.service / shared.service, 2)}\n`,
    );
    process.stderr.write(`written to ${await writeFigures('door-topic', { events, shared, own, costs })}\n`);
  } finally {
    await stack.stop();
  }
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (pick: (cost: Cost) => number): number => round(median(costs.map(pick)), 1);
  return {
    service: of((one) => one.service),
    kafka: of((one) => one.kafka),
    aSecond: Math.round(of((one) => one.aSecond)),
  };
}

/** From the first message to the last that is settled. */
async function measure(
  stack: BenchStack,
  service: { url: string; pid: number },
  topic: string,
  events: number,
): Promise<Cost> {
  const settledBefore = total(await outcomes(service.url));
  const used = () => Promise.all([service.pid, stack.kafkaPid].map(processorSeconds));
  const [before, began] = [await used(), performance.now()];
  await withProducer(stack.kafka, async (producer) => {
    for (let from = 0; from < events; from += BATCH) {
      const messages = Array.from({ length: Math.min(BATCH, events - from) }, (_, index) => {
        const event = { ...benchEvent(from + index, 'Payrun paid 12 employees, net total 31,204.18'), ...OWNER };
        return { key: String(OWNER.organization_id), value: JSON.stringify(event) };
      });
      await producer.send({ topic, messages, acks: -1 });
    }
  });
  for (let settled = 0; settled < events; await sleep(LOOK_EVERY))
    settled = total(await outcomes(service.url)) - settledBefore;
  const seconds = (performance.now() - began) / 1_000;
  await stack.merged();
  const [serviceSeconds = 0, kafkaSeconds = 0] = (await used()).map((now, index) => now - (before[index] ?? 0));
  const micros = (some: number): number => (some / events) * 1e6;
  return { service: micros(serviceSeconds), kafka: micros(kafkaSeconds), aSecond: events / seconds };
}

async function openDoor({ kafka }: BenchStack): Promise<void> {
  const publisher = new Publisher(kafka);
  const quota = { eventsPerMinute: 10_000_000, bytesPerDay: 1_000_000_000_000_000 };
  await publisher.organization(OWNER.organization_id);
  await publisher.integration(INTEGRATION, { quota, hasDoor: true });
  await publisher.disconnect();
  const admin = kafka.admin();
  await admin.connect();
  for (const deadline = Date.now() + 30_000; !(await admin.listTopics()).includes(TOPICS.own); await sleep(50))
    if (Date.now() > deadline) throw new Error('the integration gets no topic of its own');
  await admin.disconnect();
}
