import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Producer } from '@portico/kafka/client';
import { benchEvent } from '../publishing.ts';
import { percentile, round } from '../statistics.ts';

/** Milliseconds between two requests to Kafka at high rates. At low rates, each event has its own request. */
const TICK = 3;
/** Maximum events of one request. */
const BATCH = 500;

/** The message of an event: when it was planned and when it was sent, in nanoseconds of this machine's clock. */
const messageOf = (plannedAt: bigint, sentAt: bigint): string => `${plannedAt} ${sentAt}`;
export const readMessage = (message: string): { plannedAt: number; sentAt: number } => {
  const [plannedAt, sentAt] = message.split(' ').map(Number);
  return { plannedAt: plannedAt ?? Number.NaN, sentAt: sentAt ?? Number.NaN };
};

/**
 * An open loop: each event has a planned time, and a delay of earlier events does not postpone it.
 * @returns by how many milliseconds the publisher itself was late (p99), because it did not get a processor. That delay is not the
 * server's.
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
      number < events && messages.length < BATCH && plannedAt(number) <= now;
      number += 1
    ) {
      late.push(Number(now - plannedAt(number)) / 1e6);
      const event = benchEvent(number, messageOf(plannedAt(number), now));
      messages.push({ key: String(event.organization_id), value: JSON.stringify(event) });
    }
    if (messages.length > 0) sending.push(producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 }));
    const wait = Number(plannedAt(number) - process.hrtime.bigint()) / 1e6;
    await sleep(Math.max(rate > 1_000 / TICK ? TICK : 0, wait));
  }
  await Promise.all(sending);
  return round(percentile(late, 0.99));
}
