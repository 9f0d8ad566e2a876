import { setTimeout as sleep } from 'node:timers/promises';
import { type Baseline, perCoreSecond } from './ingest-baselines.ts';
import { processorSeconds, residentBytes } from './processor-time.ts';
import type { BenchStack } from './bench-stack.ts';

/** Longest that the ingest may go without settling an event, in milliseconds. */
const STALLED = 60_000;
/** Every look costs the service some milliseconds. */
const LOOK_EVERY = 400;

export type Stored = Baseline & {
  stored: number;
  rejected: number;
  duplicates: number;
  serviceSeconds: number;
  clickhouseSeconds: number;
  /** MiB that the service held after a tenth of the events and at the end, and the most in between. */
  memory: { early: number; last: number; most: number };
};
type Outcomes = { stored: number; rejected: number; duplicate: number };

/**
 * The service as it is, with its live side reading along, from the first settled batch to the last: processor time of the
 * service, and of ClickHouse until it has merged what it was given. What it settled is read from its metrics.
 */
export async function measureService(stack: BenchStack, events: number): Promise<Stored> {
  const service = await stack.startService('ingest');
  const { clickhousePid } = stack;
  const used = () => Promise.all([processorSeconds(service.pid), processorSeconds(clickhousePid)]);
  const first = await nextChange(service.url, 0);
  const [serviceBefore, clickhouseBefore] = await used();
  const beganAt = performance.now();
  const memory: number[] = [];
  let [early, settled] = [0, total(first)];
  while (settled < events) {
    settled = total(await nextChange(service.url, settled));
    memory.push(Math.round((await residentBytes(service.pid)) / 1024 ** 2));
    if (settled >= events / 10 && early === 0) early = memory.at(-1) ?? 0;
  }
  const seconds = (performance.now() - beganAt) / 1_000;
  await stack.merged();
  const [serviceAfter, clickhouseAfter] = await used();
  const { stored, rejected, duplicate } = await outcomes(service.url);
  await service.stop();
  const [serviceSeconds, clickhouseSeconds] = [serviceAfter - serviceBefore, clickhouseAfter - clickhouseBefore];
  return {
    ...perCoreSecond({ events: settled - total(first), cpuSeconds: serviceSeconds + clickhouseSeconds, seconds }),
    stored,
    rejected,
    duplicates: duplicate,
    serviceSeconds,
    clickhouseSeconds,
    memory: { early, last: memory.at(-1) ?? 0, most: Math.max(...memory) },
  };
}

export const total = ({ stored, rejected, duplicate }: Outcomes): number => stored + rejected + duplicate;

async function nextChange(url: string, before: number): Promise<Outcomes> {
  const deadline = Date.now() + STALLED;
  for (;;) {
    const now = await outcomes(url);
    if (total(now) > before) return now;
    if (Date.now() > deadline)
      throw new Error(`the ingest settled ${before} events and then nothing for ${STALLED} ms`);
    await sleep(LOOK_EVERY);
  }
}

export async function outcomes(url: string): Promise<Outcomes> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = (outcome: string): number =>
    Number(new RegExp(`^portico_ingest_events_total\\{outcome="${outcome}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { stored: count('stored'), rejected: count('rejected'), duplicate: count('duplicate') };
}
