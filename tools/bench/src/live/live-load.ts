import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Producer } from 'kafkajs';
import { benchEvent, ORGANIZATIONS, withProducer } from '../publishing.ts';
import type { Kafka } from 'kafkajs';

const VIEWERS = fileURLToPath(new URL('live-viewers.ts', import.meta.url));
/** Milliseconds between two requests to Kafka at high rates; at low ones every event is one. */
const TICK = 3;
/** Most events of one request. */
const BATCH = 500;
/** Milliseconds for the last events to arrive; what comes later counts as missed. */
const LAST_ARRIVALS = 15_000;

export type Load = {
  /** Events a second. */
  rate: number;
  seconds: number;
  /** Who see every event. One more sees one organization, where there are organizations. */
  viewers: number;
};
export type Seen = {
  p50: number;
  p95: number;
  p99: number;
  /** Over all viewers: neither came nor were told of as not shown. */
  missed: number;
  /** Told of as not shown, because a viewer was too far behind; the console loads the list then. */
  skipped: number;
  doubled: number;
  /** Events of other organizations that came to whoever may see one only. */
  foreign: number;
};
/** What is watched: a socket.io address with tokens, or a plain WebSocket that broadcasts what is published. */
export type Watched = { url: string; pid: number; admin?: string; member?: string };
export type LoadFigures = Load & Seen & { kibAViewer: number };

/**
 * From publishing to sockets, in milliseconds. An open loop: each event has a planned time, whatever became of the ones
 * before, and its latency counts from the plan. The first second is not counted.
 */
export async function underLoad(kafka: Kafka, watched: Watched, load: Load): Promise<LoadFigures> {
  const before = await residentKib(watched.pid);
  const viewers = fork(VIEWERS, [JSON.stringify({ ...watched, ...load, organizations: ORGANIZATIONS })]);
  await once(viewers, 'message');
  await sleep(500);
  const kibAViewer = Math.max(0, (await residentKib(watched.pid)) - before) / load.viewers;
  await withProducer(kafka, (producer) => publishOpenLoop(producer, load));
  viewers.send(LAST_ARRIVALS);
  const [seen] = (await once(viewers, 'message')) as [Seen];
  return { ...load, ...seen, kibAViewer: Math.round(kibAViewer) };
}

async function publishOpenLoop(producer: Producer, { rate, seconds }: Load): Promise<void> {
  const events = rate * seconds;
  const sending: Promise<unknown>[] = [];
  const began = process.hrtime.bigint();
  const plannedAt = (number: number): bigint => began + BigInt(Math.round((number * 1e9) / rate));
  for (let number = 0; number < events;) {
    const messages = [];
    for (
      const now = process.hrtime.bigint();
      number < events && messages.length < BATCH && plannedAt(number) <= now;
      number += 1
    ) {
      const event = benchEvent(number, String(plannedAt(number)));
      messages.push({ key: String(event.organization_id), value: JSON.stringify(event) });
    }
    if (messages.length > 0) sending.push(producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 }));
    const wait = Number(plannedAt(number) - process.hrtime.bigint()) / 1e6;
    await sleep(Math.max(rate > 1_000 / TICK ? TICK : 0, wait));
  }
  await Promise.all(sending);
}

/** Memory of a process. */
async function residentKib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
