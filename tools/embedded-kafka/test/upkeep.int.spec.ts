import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import kafkajs from 'kafkajs';
import type { Admin, Kafka, Message, Producer } from 'kafkajs';
import type { Broker } from '../src/index.ts';
import { client, consumerOptions, startTestBroker, temporaryFolder, until } from './support.ts';

jest.setTimeout(60_000);

let folder = temporaryFolder();
let broker: Broker;
let kafka: Kafka;
let admin: Admin;
let producer: Producer;
beforeEach(async () => {
  folder = temporaryFolder();
  broker = await startTestBroker(folder.path, { retentionIntervalMs: 20 });
  kafka = client(broker.address);
  admin = kafka.admin();
  producer = kafka.producer();
  await Promise.all([admin.connect(), producer.connect()]);
});
afterEach(async () => {
  await Promise.all([admin.disconnect(), producer.disconnect()]);
  await broker.close();
  folder.remove();
});

async function create(topic: string, configs: Record<string, string>): Promise<void> {
  const configEntries = Object.entries(configs).map(([name, value]) => ({ name, value }));
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, configEntries }] });
}

/** What a new reader meets from the beginning up to the record with this value. */
async function readUpTo(topic: string, end: string): Promise<string[]> {
  const consumer = kafka.consumer(consumerOptions(`${topic}-${Math.random()}`));
  const read: string[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => void read.push(`${String(message.key)}=${String(message.value)}`),
  });
  await until(`${end} in ${topic}`, () => read.at(-1)?.endsWith(`=${end}`), 30_000);
  await consumer.disconnect();
  return read;
}

describe('the upkeep of the broker', () => {
  it.each([
    ['plain', kafkajs.CompressionTypes.None],
    ['gzip', kafkajs.CompressionTypes.GZIP],
  ])('compacts a compacted topic (%s) down to the last state of each key', async (name, compression) => {
    const topic = `state-${name}`;
    // Whatever is new is worth a pass, and what marks a deletion may go in the next.
    const eager = { 'min.cleanable.dirty.ratio': '0', 'segment.ms': '1', 'delete.retention.ms': '1' };
    await create(topic, { 'cleanup.policy': 'compact', ...eager });
    for (let round = 0; round < 20; round++) {
      const messages: Message[] = [0, 1, 2, 3, 4].map((i) => ({ key: `k${i}`, value: `v${round}` }));
      if (round === 19) messages.splice(2, 2, { key: 'k2', value: null });
      await producer.send({ topic, messages, compression });
    }
    await producer.send({ topic, messages: [{ key: 'end', value: 'end' }], compression });
    const deadline = performance.now() + 30_000;
    let read = await readUpTo(topic, 'end');
    while (read.length !== 5 && performance.now() < deadline) read = await readUpTo(topic, 'end');
    expect(read.toSorted()).toEqual(['end=end', 'k0=v19', 'k1=v19', 'k3=v18', 'k4=v19']);
    const [offsets] = await admin.fetchTopicOffsets(topic);
    expect(offsets?.low).toBe('0');
  });

  it('deletes expired records, also from a quiet topic', async () => {
    await create('log', { 'segment.ms': '1', 'retention.ms': '100' });
    await producer.send({ topic: 'log', messages: [{ value: 'x' }] });
    const lows: string[] = [];
    while (lows.at(-1) !== '1') lows.push((await admin.fetchTopicOffsets('log'))[0]?.low ?? '');
    expect((await admin.fetchTopicOffsets('log'))[0]).toMatchObject({ low: '1', high: '1' });
  });
});
