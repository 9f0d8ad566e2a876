import { randomUUID } from 'node:crypto';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { Kafka, logLevel, type Message } from '@portico/kafka/client';
import type { StackAddresses } from '@portico/testkit/product/stack';

/** An external integration that publishes with a plain Kafka client. */
export type Outsider = {
  /** Sends messages. Resolves when Kafka has acknowledged the messages. */
  send: (...messages: Message[]) => Promise<void>;
  publish: (...events: IntegrationEvent[]) => Promise<void>;
  close: () => Promise<void>;
};

export async function connectOutsider({ kafkaBrokers }: Pick<StackAddresses, 'kafkaBrokers'>): Promise<Outsider> {
  const kafka = new Kafka({ clientId: 'outside', brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const producer = kafka.producer();
  await producer.connect();
  const send = async (...messages: Message[]): Promise<void> => {
    await producer.send({ topic: 'integration.events.v1', messages, acks: -1 });
  };
  const toMessage = (event: IntegrationEvent) => ({ key: String(event.organization_id), value: JSON.stringify(event) });
  return { send, publish: (...events) => send(...events.map(toMessage)), close: () => producer.disconnect() };
}

/** Returns a complete, unique event of an integration. */
export const eventOf = (
  integration: { id: number; organizationId: number },
  changes: Partial<IntegrationEvent> = {},
): IntegrationEvent => ({
  id: randomUUID(),
  source_id: integration.id,
  organization_id: integration.organizationId,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: new Date().toISOString(),
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: randomUUID().replaceAll('-', ''),
  details: { message: 'sent' },
  ...changes,
});
