// npm run bench:ingest:processes [-- --events 200000 --rounds 3]
// What an event costs when several processes ingest: processor time of all of them and ClickHouse, beside one process.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ServiceProcess } from '@portico/testkit';
import { type BenchStack, startBenchStack } from './bench-stack.ts';
import { outcomes, total } from './ingest-service.ts';
import { prepareIngest, ready } from './prepare.ts';
import { processorSeconds } from './processor-time.ts';
import { publishMany, withProducer } from './publishing.ts';
import { median, round } from './statistics.ts';

const PROCESSES = [1, 2, 4];
const LOOK_EVERY = 200;

const { values } = parseArgs({
  options: { events: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '3' } },
});

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Processes of the ingest, when each has partitions. */
async function startProcesses(stack: BenchStack, count: number): Promise<ServiceProcess[]> {
  const services: ServiceProcess[] = [];
  for (let index = 0; index < count; index += 1)
    services.push(await stack.startService('ingest', { EVENTS_ROLES: 'ingest' }));
  await Promise.all(services.map(ready));
  const admin = stack.kafka.admin();
  await admin.connect();
  for (;;) {
    const { groups } = await admin.describeGroups(['events.ingest']);
    if (groups[0]?.state === 'Stable' && groups[0].members.length === count) break;
    await sleep(LOOK_EVERY);
  }
  await admin.disconnect();
  return services;
}

/** Microseconds of processor time an event, and events a second. */
async function measure(stack: BenchStack, count: number, events: number): Promise<{ micros: number; rate: number }> {
  const services = await startProcesses(stack, count);
  const pids = [...services.map(({ pid }) => pid), stack.clickhousePid];
  const used = async (): Promise<number> => sum(await Promise.all(pids.map(processorSeconds)));
  const before = await used();
  const began = performance.now();
  const publishing = withProducer(stack.kafka, (producer) => publishMany(producer, events));
  for (let settled = 0; settled < events; await sleep(LOOK_EVERY))
    settled = sum((await Promise.all(services.map(({ url }) => outcomes(url)))).map(total));
  const seconds = (performance.now() - began) / 1_000;
  await publishing;
  await stack.merged();
  const micros = ((await used()) - before) / (events / 1e6);
  await Promise.all(services.map((service) => service.stop()));
  return { micros: round(micros, 1), rate: Math.round(events / seconds) };
}

const stack = await startBenchStack();
try {
  await prepareIngest(stack);
  const micros = new Map<number, number[]>(PROCESSES.map((count) => [count, []]));
  for (let number = 0; number < Number(values.rounds); number += 1) {
    for (const count of PROCESSES) {
      const measured = await measure(stack, count, Number(values.events));
      micros.get(count)?.push(measured.micros);
      process.stderr.write(`${JSON.stringify({ round: number + 1, processes: count, ...measured })}\n`);
    }
  }
  const alone = median(micros.get(1) ?? []);
  for (const [count, some] of micros)
    console.log(`${count} processes: ${median(some)} µs an event, ${round(median(some) / alone, 2)} of one process`);
} finally {
  await stack.stop();
}
