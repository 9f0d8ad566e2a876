import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import kafkajs from 'kafkajs';
import type { Admin, Kafka } from 'kafkajs';
import type { Broker } from '../src/index.ts';
import { client, consumerOptions, startTestBroker, temporaryFolder, until } from './support.ts';

jest.setTimeout(30_000);

const folder = temporaryFolder();
let broker: Broker;
let kafka: Kafka;
let admin: Admin;
beforeAll(async () => {
  broker = await startTestBroker(folder.path, { autoCreateTopics: false });
  kafka = client(broker.address);
  admin = kafka.admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
  await broker.close();
  folder.remove();
});

describe('topics', () => {
  it('can be created, listed, extended by partitions, and deleted', async () => {
    expect(await admin.createTopics({ topics: [{ topic: 'made', numPartitions: 2 }] })).toBe(true);
    expect(await admin.createTopics({ topics: [{ topic: 'made', numPartitions: 2 }] })).toBe(false);
    expect(await admin.listTopics()).toContain('made');
    await admin.createPartitions({ topicPartitions: [{ topic: 'made', count: 3 }] });
    const { topics } = await admin.fetchTopicMetadata({ topics: ['made'] });
    expect(topics[0]?.partitions.map(({ partitionId, leader }) => [partitionId, leader])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    await admin.deleteTopics({ topics: ['made'] });
    expect(await admin.listTopics()).not.toContain('made');
  });

  it('have configurations that a client can read', async () => {
    const configEntries = [
      { name: 'cleanup.policy', value: 'compact' },
      { name: 'retention.ms', value: '1234' },
    ];
    await admin.createTopics({ topics: [{ topic: 'configured', configEntries }] });
    const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: 'configured' }];
    const { resources: found } = await admin.describeConfigs({ resources, includeSynonyms: false });
    const values = new Map(found[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
    expect([values.get('cleanup.policy'), values.get('retention.ms')]).toEqual(['compact', '1234']);
    expect([values.get('message.timestamp.type'), values.get('max.message.bytes')]).toEqual([
      'LogAppendTime',
      '1048588',
    ]);
  });

  it.each([
    ['an invalid name', { topic: 'no spaces' }, 'INVALID_TOPIC_EXCEPTION'],
    ['two replicas', { topic: 'bad', replicationFactor: 2 }, 'INVALID_REPLICATION_FACTOR'],
    ['no partitions', { topic: 'bad', numPartitions: 0 }, 'INVALID_PARTITIONS'],
    ['too many partitions', { topic: 'bad', numPartitions: 2_000_000_000 }, 'POLICY_VIOLATION'],
    ['an unknown setting', { topic: 'bad', configEntries: [{ name: 'colour', value: 'red' }] }, 'INVALID_CONFIG'],
    ['an invalid setting', { topic: 'bad', configEntries: [{ name: 'retention.ms', value: 'x' }] }, 'INVALID_CONFIG'],
  ])('are rejected with %s', async (_, topic, type) => {
    const failure: unknown = await admin.createTopics({ topics: [topic] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errors: [{ type }] });
  });

  it('are not created by sending records to an unknown name', async () => {
    const producer = client(broker.address).producer({ retry: { retries: 0 } });
    await producer.connect();
    await expect(producer.send({ topic: 'unknown', messages: [{ value: 'x' }] })).rejects.toThrow('does not host');
    await producer.disconnect();
    expect(await admin.listTopics()).not.toContain('unknown');
  });

  it('are empty when a client creates them again after their deletion', async () => {
    const producer = kafka.producer();
    await producer.connect();
    await admin.createTopics({ topics: [{ topic: 'again' }] });
    await producer.send({ topic: 'again', messages: [{ value: 'x' }] });
    await admin.deleteTopics({ topics: ['again'] });
    await admin.createTopics({ topics: [{ topic: 'again' }] });
    expect((await admin.fetchTopicOffsets('again')).every(({ high }) => high === '0')).toBe(true);
    await producer.disconnect();
  });
});

describe('groups', () => {
  it('can be listed and described, and can be deleted once they have no members', async () => {
    await admin.createTopics({ topics: [{ topic: 'grouped', numPartitions: 1 }] });
    const [producer, consumer] = [kafka.producer(), kafka.consumer(consumerOptions('group'))];
    await producer.connect();
    await consumer.connect();
    await consumer.subscribe({ topic: 'grouped', fromBeginning: true });
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
    let received = 0;
    await consumer.run({ eachMessage: async () => void received++ });
    await joined;
    await producer.send({ topic: 'grouped', messages: [{ value: 'x' }] });
    await until('the message', () => received === 1);
    await producer.disconnect();
    expect((await admin.listGroups()).groups).toContainEqual({ groupId: 'group', protocolType: 'consumer' });
    const { groups } = await admin.describeGroups(['group', 'nobody']);
    expect(groups.map(({ state, members }) => [state, members.length])).toEqual([
      ['Stable', 1],
      ['Dead', 0],
    ]);
    await expect(admin.deleteGroups(['group'])).rejects.toMatchObject({ groups: [{ errorCode: 68 }] });
    await consumer.disconnect();
    expect(await admin.deleteGroups(['group'])).toMatchObject([{ groupId: 'group', errorCode: 0 }]);
    await expect(admin.deleteGroups(['group'])).rejects.toMatchObject({ groups: [{ errorCode: 69 }] });
  });
});
