import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Admin, Kafka } from 'kafkajs';
import kafkajs from 'kafkajs';
import { incrementalAlterConfigs } from '../src/apis/alter-configs.ts';
import { deleteRecords } from '../src/apis/delete-records.ts';
import { fetch } from '../src/apis/fetch.ts';
import { offsetCommit } from '../src/apis/offset-commit.ts';
import { offsetDelete } from '../src/apis/offset-delete.ts';
import type { Broker } from '../src/index.ts';
import { ErrorCode } from '../src/protocol/error-code.ts';
import { RawClient } from './raw-client.ts';
import { client, consumerOptions, startTestBroker, temporaryFolder } from './support.ts';

const [SET, DELETE, APPEND, SUBTRACT] = [0, 1, 2, 3];
const [TOPIC, BROKER] = [2, 4];
const END = -1;

const folder = temporaryFolder();
let broker: Broker;
let kafka: Kafka;
let admin: Admin;
let connection: RawClient;
const start = async (): Promise<void> => {
  broker = await startTestBroker(folder.path, { autoCreateTopics: false });
  kafka = client(broker.address);
  admin = kafka.admin();
  await admin.connect();
  connection = await RawClient.connect(broker.port);
};
const stop = async (): Promise<void> => {
  connection.close();
  await admin.disconnect();
  await broker.close();
};
beforeAll(start);
afterAll(async () => {
  await stop();
  folder.remove();
});

let topics = 0;
const newTopic = async (configs: Record<string, string> = {}): Promise<string> => {
  const topic = `topic-${topics++}`;
  const configEntries = Object.entries(configs).map(([name, value]) => ({ name, value }));
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, configEntries }] });
  return topic;
};

describe('configurations of topics', () => {
  type Change = [name: string, configOperation: number, value: string | null];
  const alter = async (
    resourceName: string,
    changes: Change[],
    more: { resourceType?: number; dry?: boolean } = {},
  ) => {
    const configs = changes.map(([name, configOperation, value]) => ({ name, configOperation, value }));
    const { resourceType = TOPIC, dry: validateOnly = false } = more;
    const body = { resources: [{ resourceType, resourceName, configs }], validateOnly };
    const { responses } = await connection.call(incrementalAlterConfigs, 1, body);
    return responses[0];
  };
  const valueOf = async (topic: string, name: string): Promise<unknown> => {
    const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: [name] }];
    const { resources: found } = await admin.describeConfigs({ resources, includeSynonyms: false });
    return found[0]?.configEntries[0]?.configValue;
  };

  it('can be set, appended to, subtracted from and reset, and survive a restart', async () => {
    const topic = await newTopic({ 'retention.ms': '1000' });
    const none = { errorCode: ErrorCode.NONE, errorMessage: null };
    const changes: Change[] = [
      ['segment.bytes', SET, '2000000'],
      ['retention.ms', DELETE, null],
      ['cleanup.policy', APPEND, 'compact'],
    ];
    expect(await alter(topic, changes)).toMatchObject(none);
    const values = () =>
      Promise.all(['segment.bytes', 'retention.ms', 'cleanup.policy'].map((name) => valueOf(topic, name)));
    expect(await values()).toEqual(['2000000', '604800000', 'delete,compact']);
    expect(await alter(topic, [['cleanup.policy', SUBTRACT, 'delete']])).toMatchObject(none);
    await stop();
    await start();
    expect(await values()).toEqual(['2000000', '604800000', 'compact']);
  });

  it('apply from the next record', async () => {
    const topic = await newTopic();
    const producer = kafka.producer({ retry: { retries: 0 } });
    await producer.connect();
    await alter(topic, [['max.message.bytes', SET, '100']]);
    const sent = producer.send({ topic, messages: [{ value: 'x'.repeat(200) }] });
    await expect(sent).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });
    await producer.disconnect();
  });

  it('stay unchanged if the client requests only a validation', async () => {
    const topic = await newTopic();
    expect(await alter(topic, [['retention.ms', SET, '5']], { dry: true })).toMatchObject({ errorCode: 0 });
    expect(await alter(topic, [['retention.ms', SET, 'x']], { dry: true })).toMatchObject({ errorCode: 40 });
    expect(await valueOf(topic, 'retention.ms')).toBe('604800000');
  });

  it.each<[string, Change[], keyof typeof ErrorCode, string]>([
    ['an unknown name', [['colour', SET, 'red']], 'INVALID_CONFIG', 'unknown topic config colour'],
    ['an unknown name to reset', [['colour', DELETE, null]], 'INVALID_CONFIG', 'unknown topic config colour'],
    ['an invalid value', [['retention.ms', SET, 'x']], 'INVALID_CONFIG', 'invalid value x'],
    ['an append to a setting that is not a list', [['retention.ms', APPEND, '1']], 'INVALID_CONFIG', 'is no list'],
    ['no value to set', [['retention.ms', SET, null]], 'INVALID_REQUEST', 'Null value'],
    [
      'the same name twice',
      [
        ['retention.ms', SET, '1'],
        ['retention.ms', SET, '2'],
      ],
      'INVALID_REQUEST',
      'duplicate',
    ],
  ])('stay unchanged after a request with %s', async (_, changes, code, reason) => {
    const topic = await newTopic();
    const answer = await alter(topic, [['segment.ms', SET, '7'], ...changes]);
    expect(answer).toMatchObject({ errorCode: ErrorCode[code], errorMessage: expect.stringContaining(reason) });
    expect(await valueOf(topic, 'segment.ms')).toBe('604800000');
  });

  it('are the only configurations that a client can change', async () => {
    const answer = await alter('1', [['log.retention.ms', SET, '1']], { resourceType: BROKER });
    const errorMessage = expect.stringContaining('options of its start');
    expect(answer).toMatchObject({ errorCode: ErrorCode.INVALID_REQUEST, errorMessage });
    expect(await alter('nowhere', [])).toMatchObject({ errorCode: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION });
  });
});

describe('records', () => {
  const deleteBefore = async (name: string, offset: number, version = 2, partitionIndex = 0) => {
    const body = { topics: [{ name, partitions: [{ partitionIndex, offset }] }], timeoutMs: 1_000 };
    const answer = await connection.call(deleteRecords, version, body);
    const { lowWatermark, errorCode } = answer.topics[0]?.partitions[0] ?? {};
    return [lowWatermark, errorCode];
  };
  const newLog = async (count: number, configs: Record<string, string> = {}): Promise<string> => {
    const topic = await newTopic(configs);
    const producer = kafka.producer();
    await producer.connect();
    for (let index = 0; index < count; index++)
      await producer.send({ topic, messages: [{ key: 'key', value: 'x'.repeat(1_000) }] });
    await producer.disconnect();
    return topic;
  };
  const offsets = async (topic: string) => (await admin.fetchTopicOffsets(topic))[0];
  const bytesOnDisk = (): number =>
    globSync('logs/*/*/*.log', { cwd: folder.path }).reduce(
      (sum, file) => sum + statSync(join(folder.path, file)).size,
      0,
    );
  const readAt = async (topic: string, fetchOffset: number): Promise<number | undefined> => {
    const partitions = [{ partition: 0, fetchOffset, partitionMaxBytes: 1_000 }];
    const limits = { replicaId: -1, maxWaitMs: 0, minBytes: 0, maxBytes: 1_000, isolationLevel: 0 };
    const { responses } = await connection.call(fetch, 11, { ...limits, topics: [{ topic, partitions }] });
    return responses[0]?.partitions[0]?.errorCode;
  };

  it.each([0, 1, 2])('can be deleted up to an offset (request version %i)', async (version) => {
    const topic = await newLog(5);
    expect(await deleteBefore(topic, 3, version)).toEqual([3, ErrorCode.NONE]);
    expect(await deleteBefore(topic, 2, version)).toEqual([3, ErrorCode.NONE]);
    expect(await offsets(topic)).toMatchObject({ low: '3', high: '5' });
    expect([await readAt(topic, 2), await readAt(topic, 3)]).toEqual([ErrorCode.OFFSET_OUT_OF_RANGE, ErrorCode.NONE]);
  });

  it('stay deleted after a restart, and their segment is removed from disk', async () => {
    const topic = await newLog(5);
    const bytes = bytesOnDisk();
    await deleteBefore(topic, 2);
    expect(bytesOnDisk()).toBe(bytes);
    await stop();
    await start();
    expect(await offsets(topic)).toMatchObject({ low: '2', high: '5' });
    expect(await deleteBefore(topic, END)).toEqual([5, ErrorCode.NONE]);
    expect(bytesOnDisk()).toBeLessThan(bytes - 5_000);
    const producer = kafka.producer();
    await producer.connect();
    expect(await producer.send({ topic, messages: [{ value: 'next' }] })).toMatchObject([{ baseOffset: '5' }]);
    await producer.disconnect();
  });

  it('are kept if the offset is invalid or the topic is compacted', async () => {
    const topic = await newLog(2);
    expect(await deleteBefore(topic, 3)).toEqual([-1, ErrorCode.OFFSET_OUT_OF_RANGE]);
    expect(await deleteBefore(topic, -2)).toEqual([-1, ErrorCode.OFFSET_OUT_OF_RANGE]);
    expect(await deleteBefore(topic, 1, 2, 9)).toEqual([-1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]);
    const compacted = await newLog(2, { 'cleanup.policy': 'compact' });
    expect(await deleteBefore(compacted, 1)).toEqual([-1, ErrorCode.POLICY_VIOLATION]);
    expect(await offsets(topic)).toMatchObject({ low: '0', high: '2' });
  });
});

describe('committed offsets', () => {
  const deleteOffsets = async (groupId: string, name: string, partitionIndex = 0) => {
    const body = { groupId, topics: [{ name, partitions: [{ partitionIndex }] }] };
    const { errorCode, topics: found } = await connection.call(offsetDelete, 0, body);
    return [errorCode, found[0]?.partitions[0]?.errorCode];
  };
  const commit = async (groupId: string, name: string): Promise<void> => {
    const partitions = [{ partitionIndex: 0, committedOffset: 0, committedMetadata: '' }];
    const body = { groupId, generationId: -1, memberId: '', topics: [{ name, partitions }] };
    await connection.call(offsetCommit, 5, body);
  };
  const committed = async (groupId: string, topic: string) =>
    (await admin.fetchOffsets({ groupId, topics: [topic] }))[0]?.partitions[0]?.offset;

  it('can be deleted by partition, and stay deleted after a restart', async () => {
    const [first, second] = [await newTopic(), await newTopic()];
    for (const topic of [first, second]) await commit('readers', topic);
    expect(await deleteOffsets('readers', first)).toEqual([ErrorCode.NONE, ErrorCode.NONE]);
    await stop();
    await start();
    expect([await committed('readers', first), await committed('readers', second)]).toEqual(['-1', '0']);
    await deleteOffsets('readers', second);
    expect(await deleteOffsets('readers', second)).toEqual([ErrorCode.GROUP_ID_NOT_FOUND, undefined]);
  });

  it('are kept while a member of the group reads the topic', async () => {
    const [read, other] = [await newTopic(), await newTopic()];
    for (const topic of [read, other]) await commit('active', topic);
    const consumer = kafka.consumer(consumerOptions('active'));
    await consumer.connect();
    await consumer.subscribe({ topic: read });
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
    await consumer.run({ eachMessage: async () => {} });
    await joined;
    expect(await deleteOffsets('active', read)).toEqual([ErrorCode.NONE, ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC]);
    expect(await deleteOffsets('active', other)).toEqual([ErrorCode.NONE, ErrorCode.NONE]);
    await consumer.disconnect();
    expect(await committed('active', read)).toBe('0');
  });

  it('cannot be deleted for an unknown group or partition', async () => {
    const topic = await newTopic();
    await commit('writers', topic);
    expect(await deleteOffsets('nobody', topic)).toEqual([ErrorCode.GROUP_ID_NOT_FOUND, undefined]);
    expect(await deleteOffsets('writers', 'nowhere')).toEqual([ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]);
    expect(await deleteOffsets('writers', topic, 5)).toEqual([ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]);
  });
});
