import { randomUUID } from 'node:crypto';
import { decodeBatch, Kafka, type KafkaMessage, logLevel } from '@portico/kafka/client';
import { engines } from './engines.ts';

export type Received = {
  key: string | null;
  value: string | null;
  headers: Record<string, string>;
  partition: number;
  offset: string;
};

export const outsideKafka = (): Kafka =>
  new Kafka({ clientId: 'outside', brokers: engines().KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });

function toReceived({ key, value, headers, offset }: KafkaMessage, partition: number): Received {
  const texts = Object.entries(headers ?? {}).map(([name, one]) => [name, String(one)]);
  return {
    key: key?.toString() ?? null,
    value: value?.toString() ?? null,
    headers: Object.fromEntries(texts),
    partition,
    offset,
  };
}

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
      const { recordBatch }: KafkaMessage = message;
      const messages = recordBatch ? await decodeBatch(recordBatch, { topic, partition }) : [message];
      received.push(...messages.map((one) => toReceived(one, partition)));
    },
  });
  return { received, stop: () => consumer.disconnect() };
}
