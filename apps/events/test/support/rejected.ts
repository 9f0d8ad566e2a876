import { randomUUID } from 'node:crypto';
import type { Kafka } from '@portico/kafka';

export type Rejected = { key: string; value: string; headers: Record<string, string> };

/** Reads a topic from its beginning into `received`, as a publisher would who wants to know what was rejected. */
export async function readRejected(
  kafka: Kafka,
  topic: string,
): Promise<{ received: Rejected[]; stop: () => Promise<void> }> {
  const received: Rejected[] = [];
  const consumer = kafka.consumer({ groupId: `outside.${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
      received.push({
        key: String(message.key),
        value: String(message.value),
        headers: Object.fromEntries(headers),
      });
    },
  });
  return { received, stop: () => consumer.disconnect() };
}
