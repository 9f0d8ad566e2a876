import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchStack } from '../bench-stack.ts';
import { processorSeconds, residentBytes } from '../processes.ts';
import type { Cost } from './baselines.ts';

/** Maximum milliseconds without a newly processed event. After this time, the measurement fails. */
const STALLED = 60_000;
/** Milliseconds between two requests for the metrics. Each request costs the service some processor time. */
const LOOK_EVERY = 400;

export type Stored = Cost & {
  stored: number;
  rejected: number;
  duplicates: number;
  serviceSeconds: number;
  clickhouseSeconds: number;
  /** Resident memory of the service in MiB: after 10% of the events, at the end, and the maximum. */
  memory: { early: number; last: number; most: number };
};
type Outcomes = { stored: number; rejected: number; duplicate: number };

/**
 * Measures the processor time of the service, including its live views, from the first to the last batch. Also measures ClickHouse until
 * it has merged its parts. Takes the numbers of stored, rejected and duplicate events from the service's metrics.
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
    events: settled - total(first),
    cpuSeconds: serviceSeconds + clickhouseSeconds,
    seconds,
    stored,
    rejected,
    duplicates: duplicate,
    serviceSeconds,
    clickhouseSeconds,
    memory: { early, last: memory.at(-1) ?? 0, most: Math.max(...memory) },
  };
}

const total = ({ stored, rejected, duplicate }: Outcomes): number => stored + rejected + duplicate;

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

async function outcomes(url: string): Promise<Outcomes> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = (outcome: string): number =>
    Number(new RegExp(`^portico_ingest_events_total\\{outcome="${outcome}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { stored: count('stored'), rejected: count('rejected'), duplicate: count('duplicate') };
}
