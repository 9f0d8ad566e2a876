import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import kafkajs from 'kafkajs';
import type { Admin, Kafka, Producer } from 'kafkajs';
import type { Broker } from '../src/index.ts';
import { client, consume, startTestBroker, temporaryFolder } from './support.ts';

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

describe('the upkeep of the broker', () => {
  it('keeps every record and the configuration of a topic with cleanup.policy=compact', async () => {
    const configs = { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0', 'segment.ms': '1' };
    await create('state', { ...configs, 'delete.retention.ms': '1' });
    await create('log', { 'segment.ms': '1', 'retention.ms': '1' });
    for (let version = 0; version < 20; version++) {
      const messages = [{ key: 'k', value: `v${version}` }];
      await producer.sendBatch({ topicMessages: ['state', 'log'].map((topic) => ({ topic, messages })) });
    }
    while ((await admin.fetchTopicOffsets('log'))[0]?.low !== '20');
    const read = await consume(kafka, 'state', 20, 'reader');
    expect(read.map(({ value }) => String(value))).toEqual(Array.from({ length: 20 }, (_, index) => `v${index}`));
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: 'state' }],
    });
    const found = new Map(resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]));
    for (const [name, value] of Object.entries(configs)) expect(found.get(name)).toBe(value);
  });

  it('deletes expired records, also from a topic with little traffic', async () => {
    await create('log', { 'segment.ms': '1', 'retention.ms': '100' });
    await producer.send({ topic: 'log', messages: [{ value: 'x' }] });
    const lows: string[] = [];
    while (lows.at(-1) !== '1') lows.push((await admin.fetchTopicOffsets('log'))[0]?.low ?? '');
    expect((await admin.fetchTopicOffsets('log'))[0]).toMatchObject({ low: '1', high: '1' });
  });
});
