import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from '@portico/kafka/client';
import { engines } from './engines.ts';

export type Received = {
  key: string | null;
  value: string | null;
  headers: Record<string, string>;
  partition: number;
  offset: string;
};

/** An outside Kafka client. */
export const outsideKafka = (): Kafka =>
  new Kafka({ clientId: 'outside', brokers: engines().KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });

/** Reads a topic from its beginning into `received`, until `stop`. */
export async function readTopic(
  topic: string,
  kafka: Kafka = outsideKafka(),
): Promise<{ received: Received[]; stop: () => Promise<void> }> {
  const received: Received[] = [];
  const consumer = kafka.consumer({ groupId: `test.${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message, partition }) => {
      const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
      received.push({
        key: message.key?.toString() ?? null,
        value: message.value?.toString() ?? null,
        headers: Object.fromEntries(headers),
        partition,
        offset: message.offset,
      });
    },
  });
  return { received, stop: () => consumer.disconnect() };
}
