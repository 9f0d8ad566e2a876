import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Options } from './options.ts';
import { benchEvent, withProducer } from './publishing.ts';
import type { ServiceProcess } from '@portico/testkit';
import { percentile, round } from './statistics.ts';
import type { BenchStack } from './bench-stack.ts';

const VIEWER = fileURLToPath(new URL('live-viewer.ts', import.meta.url));
/** Events a second. */
const RATE = 100;
/** The first events meet code that was never run; they are not counted. */
const WARM_UP_EVENTS = 200;
/** Milliseconds for the last events to arrive. */
const LAST_ARRIVALS = 2_000;

export type LiveFigures = {
  rate: number;
  events: number;
  p50: number;
  p95: number;
  p99: number;
  missed: number;
  doubled: number;
};
type Watched = { latencies: number[]; missed: number; doubled: number };

/**
 * From publishing to a viewer's socket, in milliseconds. An open loop: each event is published at its planned time
 * whatever became of the ones before, and its time counts from the plan, so that a stall is not left out.
 */
export async function benchLive(stack: BenchStack, service: ServiceProcess, options: Options): Promise<LiveFigures> {
  const events = WARM_UP_EVENTS + RATE * options.liveSeconds;
  const token = await stack.tokens.sign();
  const viewer = fork(VIEWER, [service.url, token, String(events)]);
  await once(viewer, 'message');
  await withProducer(stack.kafka, async (producer) => {
    const sending: Promise<unknown>[] = [];
    const began = process.hrtime.bigint();
    for (let number = 0; number < events; number += 1) {
      const planned = began + BigInt(Math.round((number * 1e9) / RATE));
      const wait = Number(planned - process.hrtime.bigint()) / 1e6;
      if (wait > 0) await sleep(wait);
      const event = benchEvent(number, String(planned));
      const message = { key: String(event.organization_id), value: JSON.stringify(event) };
      sending.push(producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages: [message], acks: -1 }));
    }
    await Promise.all(sending);
  });
  await sleep(LAST_ARRIVALS);
  viewer.send('finish');
  const [watched] = (await once(viewer, 'message')) as [Watched];
  const counted = watched.latencies.slice(WARM_UP_EVENTS);
  const at = (share: number): number => round(percentile(counted, share));
  const { missed, doubled } = watched;
  return { rate: RATE, events: counted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), missed, doubled };
}
