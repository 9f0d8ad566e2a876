import { AUDIT_TOPIC, auditMessage } from '@portico/contracts/events/audit';
import type { Kafka } from '@portico/kafka';
import { commandCall } from '@portico/service';

/** Retries of a command's request to Kafka; few, so that the command fails soon. */
export const COMMAND_RETRIES = 4;

/** Records an operator's command in the audit log, before its first change. @throws if Kafka does not acknowledge the entry. */
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
