import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type ServiceProcess } from '@portico/testkit';
import type { BenchStack } from './bench-stack.ts';
import { outcomes, total } from './ingest-service.ts';
import { ready } from './prepare.ts';
import { publishMany, withProducer } from './publishing.ts';
import { processorSecondsOf } from './start/processes.ts';
import { round } from './statistics.ts';

/** Numbers of processes that are compared. */
export const PROCESSES: readonly number[] = [1, 2, 4];
const LOOK_EVERY = 200;
/** Longest until every process has partitions, in milliseconds. */
const JOINED = 60_000;
/** Longest that the processes may take for all events, in milliseconds. */
const STORED = 300_000;

/** `micros`: processor time of an event, of all processes and ClickHouse, in microseconds, and of each; `rate`: events a second. */
export type IngestMeasured = { micros: number; ofIngest: number; ofClickHouse: number; rate: number };

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Processes of the ingest, when each has partitions. */
export async function startIngest(stack: BenchStack, count: number): Promise<ServiceProcess[]> {
  const services: ServiceProcess[] = [];
  for (let index = 0; index < count; index += 1)
    services.push(await stack.startService('ingest', { EVENTS_ROLES: 'ingest' }));
  await Promise.all(services.map(ready));
  const admin = stack.kafka.admin();
  await admin.connect();
  await eventually(async () => {
    const { groups } = await admin.describeGroups(['events.ingest']);
    return groups[0]?.state === 'Stable' && groups[0].members.length === count;
  }, JOINED);
  await admin.disconnect();
  return services;
}

/** What so many processes take for so many events, from the first published to the last stored, and until they are merged. */
export async function measureIngest(stack: BenchStack, count: number, events: number): Promise<IngestMeasured> {
  const services = await startIngest(stack, count);
  const pids = [services.map(({ pid }) => pid), [stack.clickhousePid]];
  const used = () => Promise.all(pids.map(processorSecondsOf));
  const before = await used();
  const began = performance.now();
  const publishing = withProducer(stack.kafka, (producer) => publishMany(producer, events));
  for (let settled = 0; settled < events; await sleep(LOOK_EVERY)) {
    settled = sum((await Promise.all(services.map(({ url }) => outcomes(url)))).map(total));
    if (performance.now() - began > STORED) throw new Error(`${settled} events are stored after ${STORED} ms`);
  }
  const seconds = (performance.now() - began) / 1_000;
  await publishing;
  await stack.merged();
  const [ofIngest = 0, ofClickHouse = 0] = (await used()).map(
    (now, index) => (now - (before[index] ?? 0)) / (events / 1e6),
  );
  await Promise.all(services.map((service) => service.stop()));
  return {
    micros: round(ofIngest + ofClickHouse),
    ofIngest: round(ofIngest),
    ofClickHouse: round(ofClickHouse),
    rate: Math.round(events / seconds),
  };
}
