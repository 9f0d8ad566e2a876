import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Kafka, Producer } from '@portico/kafka/client';
import type { Publisher } from '@portico/testkit';
import { say } from './table.ts';

export const ORGANIZATIONS = 50;
export const INTEGRATIONS = 200;
const STEADY_PUBLISHER = fileURLToPath(new URL('query/publish-steadily.ts', import.meta.url));
const BATCH = 1_000;

/** Returns the organization of an integration. `rows.ts` computes the same result in SQL. */
const organizationOf = (integration: number): number => ((integration - 1) % ORGANIZATIONS) + 1;

/** Creates an event of about 380 bytes of JSON. */
export function benchEvent(number: number, message: string): IntegrationEvent {
  const source_id = (number % INTEGRATIONS) + 1;
  return {
    id: randomUUID(),
    source_id,
    organization_id: organizationOf(source_id),
    source_type: 'payroll',
    event_name: 'payrun.completed',
    timestamp: new Date().toISOString(),
    result: number % 10 === 0 ? 'FAILURE' : 'SUCCESS',
    severity_text: number % 10 === 0 ? 'ERROR' : 'INFO',
    trace_id: randomUUID().replaceAll('-', ''),
    details: { message, payrun: { id: number, employees: 12, currency: 'EUR' } },
  };
}

export async function withProducer<Value>(kafka: Kafka, work: (producer: Producer) => Promise<Value>): Promise<Value> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    return await work(producer);
  } finally {
    await producer.disconnect();
  }
}

/** Among this number of consecutive events, one is invalid and one is a duplicate. */
const EVERY = 100;

/** Publishes as fast as the broker accepts, including invalid and duplicate events. `round` makes messages of each round distinct. */
export async function publishMixed(producer: Producer, count: number, round: number): Promise<void> {
  let again = '';
  for (let from = 0; from < count; from += BATCH) {
    const messages = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const number = from + index;
      const event = benchEvent(number, `Payrun ${number} of round ${round} paid 12 employees, net total 31,204.18`);
      const key = String(event.organization_id);
      if (number % EVERY === 1 && again) return { key, value: again };
      const value = JSON.stringify(number % EVERY === 0 ? { ...event, result: 'UNKNOWN' } : event);
      if (number % EVERY === 50) again = value;
      return { key, value };
    });
    await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 });
  }
}

export async function whileEventsArrive<Value>(
  brokers: string,
  rate: number,
  work: () => Promise<Value>,
): Promise<Value> {
  say(`while ${rate} events a second arrive`);
  const child = fork(STEADY_PUBLISHER, [brokers, String(rate)]);
  try {
    await once(child, 'message');
    return await work();
  } finally {
    child.kill();
  }
}

export async function publishDirectory(publisher: Publisher): Promise<void> {
  for (let id = 1; id <= ORGANIZATIONS; id += 1) await publisher.organization(id);
  for (let id = 1; id <= INTEGRATIONS; id += 1) await publisher.integration(id, { organizationId: organizationOf(id) });
}
