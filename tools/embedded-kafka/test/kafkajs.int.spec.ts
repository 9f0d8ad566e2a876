import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import kafkajs from 'kafkajs';
import type { EachMessagePayload, Kafka, KafkaMessage } from 'kafkajs';
import { client, consume as consumeWith, consumerOptions, startTestBroker, temporaryFolder, until } from './support.ts';
import type { Broker } from '../src/index.ts';

jest.setTimeout(30_000);

const folder = temporaryFolder();
let broker: Broker;
let kafka: Kafka;
beforeAll(async () => {
  broker = await startTestBroker(folder.path);
  kafka = client(broker.address);
});
afterAll(async () => {
  await broker.close();
  folder.remove();
});

const consume = (topic: string, count: number, groupId = `read-${topic}`): Promise<KafkaMessage[]> =>
  consumeWith(kafka, topic, count, groupId);

async function createTopic(topic: string, numPartitions = 1, config: Record<string, string> = {}): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const configEntries = Object.entries(config).map(([name, value]) => ({ name, value }));
  await admin.createTopics({ topics: [{ topic, numPartitions, configEntries }] });
  await admin.disconnect();
}

describe('kafkajs', () => {
  it('produces and consumes keys, headers, empty values and timestamps', async () => {
    await createTopic('plain');
    const producer = kafka.producer();
    await producer.connect();
    const before = Date.now();
    const headers = { kind: 'test', many: ['a', 'b'] };
    const sent = await producer.send({
      topic: 'plain',
      messages: [{ key: 'k1', value: 'v1', headers, timestamp: '1000' }, { key: 'k2', value: null }, { value: 'ü€' }],
    });
    await producer.disconnect();
    expect(sent).toMatchObject([{ topicName: 'plain', partition: 0, errorCode: 0, baseOffset: '0' }]);
    const messages = await consume('plain', 3);
    expect(messages.map(({ key, value, offset }) => [key?.toString(), value?.toString(), offset])).toEqual([
      ['k1', 'v1', '0'],
      ['k2', undefined, '1'],
      [undefined, 'ü€', '2'],
    ]);
    expect(messages[0]?.headers?.['kind']?.toString()).toBe('test');
    expect(String(messages[0]?.headers?.['many'])).toBe('a,b');
    expect(Number(messages[0]?.timestamp)).toBeGreaterThanOrEqual(before);
  });

  it('produces and consumes gzip-compressed messages', async () => {
    await createTopic('gzip');
    const producer = kafka.producer();
    await producer.connect();
    const messages = Array.from({ length: 500 }, (_, i) => ({ value: `message ${i} ${'x'.repeat(100)}` }));
    await producer.send({ topic: 'gzip', compression: kafkajs.CompressionTypes.GZIP, messages });
    await producer.disconnect();
    const read = await consume('gzip', 500);
    expect(read.map(({ value }) => value?.toString())).toEqual(messages.map(({ value }) => value));
  });

  it('produces with an idempotent producer', async () => {
    await createTopic('idempotent');
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    for (let i = 0; i < 20; i++) await producer.send({ topic: 'idempotent', acks: -1, messages: [{ value: `${i}` }] });
    await producer.disconnect();
    const read = await consume('idempotent', 20);
    expect(read.map(({ value }) => value?.toString())).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });

  it('finds offsets by time', async () => {
    await createTopic('timed', 1, { 'message.timestamp.type': 'CreateTime' });
    const producer = kafka.producer();
    await producer.connect();
    for (const time of [1_000, 2_000, 3_000]) {
      const messages = [
        { value: 'a', timestamp: `${time}` },
        { value: 'b', timestamp: `${time + 10}` },
      ];
      await producer.send({ topic: 'timed', messages });
    }
    await producer.disconnect();
    const admin = kafka.admin();
    await admin.connect();
    const offsetAt = async (time: number) => (await admin.fetchTopicOffsetsByTimestamp('timed', time))[0]?.offset;
    expect([await offsetAt(0), await offsetAt(2_005), await offsetAt(2_011)]).toEqual(['0', '3', '4']);
    expect(await offsetAt(9_000)).toBe('6');
    const [ends] = await admin.fetchTopicOffsets('timed');
    expect(ends).toMatchObject({ low: '0', high: '6' });
    await admin.disconnect();
  });

  it('splits the partitions between two consumers, and moves them all to one when the other leaves', async () => {
    await createTopic('shared', 4);
    const producer = kafka.producer();
    await producer.connect();
    const seen: Record<string, Set<number>> = { a: new Set(), b: new Set() };
    const start = async (name: string) => {
      const consumer = kafka.consumer(consumerOptions('sharers'));
      const assigned = { partitions: [] as number[] };
      consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
        assigned.partitions = payload.memberAssignment['shared'] ?? [];
      });
      await consumer.connect();
      await consumer.subscribe({ topic: 'shared', fromBeginning: true });
      const eachMessage = async ({ partition }: EachMessagePayload) => void seen[name]?.add(partition);
      await consumer.run({ eachMessage });
      return { consumer, assigned };
    };
    const first = await start('a');
    await until('the first consumer has all', () => first.assigned.partitions.length === 4);
    const second = await start('b');
    const both = () => first.assigned.partitions.length === 2 && second.assigned.partitions.length === 2;
    await until('both have half', both);
    expect([...first.assigned.partitions, ...second.assigned.partitions].toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3,
    ]);
    await producer.send({ topic: 'shared', messages: [0, 1, 2, 3].map((partition) => ({ partition, value: 'x' })) });
    await until('each sees its half', () => seen['a']?.size === 2 && seen['b']?.size === 2);
    await first.consumer.disconnect();
    await until('the second has all', () => second.assigned.partitions.length === 4);
    await producer.send({ topic: 'shared', messages: [0, 1, 2, 3].map((partition) => ({ partition, value: 'y' })) });
    await until('the second sees all', () => seen['b']?.size === 4);
    await second.consumer.disconnect();
    await producer.disconnect();
  });

  it('resumes from the committed offset of its group', async () => {
    await createTopic('resumed');
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic: 'resumed', messages: [{ value: 'one' }, { value: 'two' }] });
    expect((await consume('resumed', 2, 'resumer')).map(({ value }) => String(value))).toEqual(['one', 'two']);
    await producer.send({ topic: 'resumed', messages: [{ value: 'three' }] });
    expect((await consume('resumed', 1, 'resumer')).map(({ value }) => String(value))).toEqual(['three']);
    await producer.disconnect();
  });

  it('receives a message as soon as it is produced', async () => {
    await createTopic('prompt');
    const producer = kafka.producer();
    const consumer = kafka.consumer({ ...consumerOptions('prompt'), maxWaitTimeInMs: 2_000 });
    await Promise.all([producer.connect(), consumer.connect()]);
    await consumer.subscribe({ topic: 'prompt', fromBeginning: true });
    let received = 0;
    await consumer.run({ eachMessage: async () => void received++ });
    await producer.send({ topic: 'prompt', messages: [{ value: 'warm-up' }] });
    await until('the first message', () => received === 1);
    const times: number[] = [];
    for (let i = 2; i <= 21; i++) {
      const start = performance.now();
      await producer.send({ topic: 'prompt', messages: [{ value: 'x' }] });
      await until('the message', () => received === i);
      times.push(performance.now() - start);
    }
    // The limit is far below the poll interval of 2 s. The median of twenty messages tolerates a busy machine.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(300);
    await Promise.all([producer.disconnect(), consumer.disconnect()]);
  });
});
