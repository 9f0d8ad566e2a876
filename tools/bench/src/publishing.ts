import { randomUUID } from 'node:crypto';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { organizationChanged } from '@portico/contracts/events/orgs';
import type { Kafka, Producer } from '@portico/kafka/client';

export const ORGANIZATIONS = 20;
export const INTEGRATIONS = 200;
/** Messages of one request. */
const BATCH = 1_000;

/** Integration `id` belongs to this organization; `load-rows.ts` says the same in SQL. */
export const organizationOf = (integration: number): number => ((integration - 1) % ORGANIZATIONS) + 1;

/** About 380 bytes as JSON. */
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

/** Publishes `count` events as fast as the broker takes them. */
export async function publishMany(producer: Producer, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const messages = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const event = benchEvent(from + index, `Payrun ${from + index} paid 12 employees, net total 31,204.18`);
      return { key: String(event.organization_id), value: JSON.stringify(event) };
    });
    await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 });
  }
}

/** Of a hundred events one has a fault, and one has been sent before. */
const EVERY = 100;

/** The same with events among them that are rejected and events that come twice. `round` keeps the ids of rounds apart. */
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

/** Publishes the organizations and integrations that the events belong to. */
export async function publishDirectory(producer: Producer): Promise<void> {
  const state = (
    topic: { topic: string; source: string; type: string },
    data: { id: number; [field: string]: unknown },
  ) => ({
    key: String(data.id),
    value: JSON.stringify({
      specversion: '1.0',
      id: randomUUID(),
      source: topic.source,
      type: topic.type,
      subject: String(data.id),
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data: { version: 1, deletedAt: null, ...data },
    }),
  });
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  const organizations = numbers(ORGANIZATIONS).map((id) =>
    state(organizationChanged, { id, name: `organization ${id}` }),
  );
  const integrations = numbers(INTEGRATIONS).map((id) =>
    state(integrationChanged, { id, name: `integration ${id}`, active: true, organizationId: organizationOf(id) }),
  );
  await producer.send({ topic: organizationChanged.topic, messages: organizations, acks: -1 });
  await producer.send({ topic: integrationChanged.topic, messages: integrations, acks: -1 });
}
