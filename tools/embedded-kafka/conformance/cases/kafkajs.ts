import kafkajs from 'kafkajs';
import type { Consumer } from 'kafkajs';
import { consumerOptions, until } from '../../test/support.ts';
import type { Case, Stage } from '../target.ts';

interface Read {
  readonly consumer: Consumer;
  readonly values: string[];
  readonly assigned: number[][];
}

async function follow(stage: Stage, topic: string): Promise<Read> {
  const consumer = stage.kafka.consumer({ ...consumerOptions(`${stage.id}-kafkajs`), retry: { retries: 10 } });
  const [values, assigned]: [string[], number[][]] = [[], []];
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    assigned.push(payload.memberAssignment[topic]?.toSorted((a, b) => a - b) ?? []);
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ partition, message: { offset, key, value } }) => {
      values.push(`${partition} ${offset} ${String(key)}=${String(value)}`);
    },
  });
  return { consumer, values, assigned };
}

const messages = (count: number, partitions: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${i}`, value: `v${i}`, partition: i % partitions }));

const roundTrips: Case[] = [
  ['none', kafkajs.CompressionTypes.None, false],
  ['gzip', kafkajs.CompressionTypes.GZIP, false],
  ['gzip as an idempotent producer', kafkajs.CompressionTypes.GZIP, true],
].map(([name, compression, idempotent]) => ({
  name: `a kafkajs client that produces with the compression ${name as string}, and consumes`,
  async run(stage) {
    const topic = await stage.topic({}, 2);
    const producer = stage.kafka.producer({ idempotent: idempotent === true });
    await producer.connect();
    const sent = await producer.send({
      topic,
      messages: messages(50, 2),
      compression: compression as kafkajs.CompressionTypes,
    });
    await producer.disconnect();
    const { consumer, values } = await follow(stage, topic);
    await until('50 messages', () => values.length >= 50, 60_000);
    await consumer.disconnect();
    const acknowledged = sent.map(({ partition, errorCode, baseOffset }) => `${partition} ${errorCode} ${baseOffset}`);
    return { acknowledged: acknowledged.toSorted(), values: values.toSorted() };
  },
}));

const sharing: Case = {
  name: 'two kafkajs consumers that share the partitions until one of them leaves',
  async run(stage) {
    const topic = await stage.topic({}, 4);
    const producer = stage.kafka.producer();
    await producer.connect();
    const first = await follow(stage, topic);
    await until('all partitions', () => first.assigned.at(-1)?.length === 4, 60_000);
    const second = await follow(stage, topic);
    await until(
      'half of them',
      () => first.assigned.at(-1)?.length === 2 && second.assigned.at(-1)?.length === 2,
      60_000,
    );
    const shared = [...(first.assigned.at(-1) ?? []), ...(second.assigned.at(-1) ?? [])].toSorted((a, b) => a - b);
    await producer.send({ topic, messages: messages(40, 4) });
    await until('40 messages', () => first.values.length + second.values.length >= 40, 60_000);
    const split = [first.values.length, second.values.length];
    await second.consumer.disconnect();
    await until('all partitions again', () => first.assigned.at(-1)?.length === 4, 60_000);
    await producer.send({ topic, messages: messages(8, 4) });
    await until('48 messages', () => first.values.length + second.values.length >= 48, 60_000);
    await Promise.all([first.consumer.disconnect(), producer.disconnect()]);
    const admin = stage.kafka.admin();
    await admin.connect();
    const [committed] = await admin.fetchOffsets({ groupId: `${stage.id}-kafkajs`, topics: [topic] });
    await admin.disconnect();
    const offsets = committed?.partitions.map(({ partition, offset }) => `${partition} ${offset}`).toSorted();
    return { shared, split, all: [...first.values, ...second.values].toSorted(), offsets };
  },
};

export const kafkajsCases: readonly Case[] = [...roundTrips, sharing];
