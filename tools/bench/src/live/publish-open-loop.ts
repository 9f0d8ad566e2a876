import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Producer } from '@portico/kafka/client';
import { benchEvent } from '../publishing.ts';
import { percentile, round } from '../statistics.ts';

/** Milliseconds between two requests to Kafka. At a rate below one event per interval, each event has its own request. */
const TICK_MS = 3;
const MAX_BATCH = 500;

/** Returns an event's message: the planned time and the send time of the event, in nanoseconds of this machine's clock. */
const messageOf = (plannedAt: bigint, sentAt: bigint): string => `${plannedAt} ${sentAt}`;
export const readMessage = (message: string): { plannedAt: number; sentAt: number } => {
  const [plannedAt, sentAt] = message.split(' ').map(Number);
  return { plannedAt: plannedAt ?? Number.NaN, sentAt: sentAt ?? Number.NaN };
};

/**
 * Publishes events in an open loop: each event has a planned time, and delays of earlier events do not postpone this time.
 * @returns p99 of the milliseconds from the planned time until sending. A busy processor of the publisher causes this delay, not the
 * server.
 */
export async function publishOpenLoop(producer: Producer, rate: number, seconds: number): Promise<number> {
  const events = rate * seconds;
  const sending: Promise<unknown>[] = [];
  const late: number[] = [];
  const began = process.hrtime.bigint();
  const plannedAt = (number: number): bigint => began + BigInt(Math.round((number * 1e9) / rate));
  for (let number = 0; number < events;) {
    const messages = [];
    for (
      const now = process.hrtime.bigint();
      number < events && messages.length < MAX_BATCH && plannedAt(number) <= now;
      number += 1
    ) {
      late.push(Number(now - plannedAt(number)) / 1e6);
      const event = benchEvent(number, messageOf(plannedAt(number), now));
      messages.push({ key: String(event.organization_id), value: JSON.stringify(event) });
    }
    if (messages.length > 0) sending.push(producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 }));
    const wait = Number(plannedAt(number) - process.hrtime.bigint()) / 1e6;
    await sleep(Math.max(rate > 1_000 / TICK_MS ? TICK_MS : 0, wait));
  }
  await Promise.all(sending);
  return round(percentile(late, 0.99));
}
