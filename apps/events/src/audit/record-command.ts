import { AUDIT_TOPIC, auditMessage } from '@portico/contracts/events/audit';
import type { Kafka } from '@portico/kafka';
import { commandCall } from '@portico/service';

/**
 * Records an operator's command before its first change.
 * @throws if Kafka does not acknowledge the entry.
 */
export async function recordCommand(kafka: Kafka, ...words: readonly string[]): Promise<void> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  try {
    const entry = commandCall('events', words).entry();
    await producer.send({ topic: AUDIT_TOPIC, messages: [auditMessage(entry)], acks: -1 });
  } finally {
    await producer.disconnect();
  }
}
