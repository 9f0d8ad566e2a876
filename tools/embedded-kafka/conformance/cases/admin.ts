import { createAcls, deleteAcls, describeAcls } from '../../src/apis/acls.ts';
import { createPartitions } from '../../src/apis/create-partitions.ts';
import { createTopics } from '../../src/apis/create-topics.ts';
import { deleteTopics } from '../../src/apis/delete-topics.ts';
import { describeConfigs } from '../../src/apis/describe-configs.ts';
import { metadata } from '../../src/apis/metadata.ts';
import { saslAuthenticate, saslHandshake } from '../../src/apis/sasl.ts';
import { frame } from '../../test/raw-client.ts';
import { answerOf, type Case } from '../target.ts';

/** Requests that no broker can serve: the broker closes the connection, or responds with an error. */
const unservable: readonly (readonly [string, Buffer])[] = [
  ['a known API in an unsupported version', frame(3, 99, Buffer.alloc(0), 1)],
  ['an unknown API', frame(999, 0, Buffer.alloc(0), 1)],
  ['a frame that is too long', Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0])],
  ['a frame of negative length', Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0])],
  ['an empty frame', Buffer.from([0, 0, 0, 0])],
  ['an array that is longer than its frame', frame(3, 1, Buffer.from([0x7f, 0xff, 0xff, 0xff]), 1)],
  ['Produce in the unsupported version 2', frame(0, 2, Buffer.alloc(8), 1)],
  ['Fetch in the unsupported version 3', frame(1, 3, Buffer.alloc(8), 1)],
];

const newTopic = {
  name: '',
  numPartitions: 1,
  replicationFactor: 1,
  assignments: [],
  configs: [] as { name: string; value: string }[],
};

export const adminCases: readonly Case[] = [
  ...unservable.map(
    ([name, bytes]) =>
      ({
        name: `a protocol error: ${name}`,
        async run(stage) {
          const connection = await stage.connect();
          return answerOf(async () => (await connection.exchange(1, bytes)).toString('hex'));
        },
      }) satisfies Case,
  ),
  {
    name: 'ApiVersions in an unsupported version, to which brokers respond in version 0',
    async run(stage) {
      const connection = await stage.connect();
      const answer = await connection.exchange(1, frame(18, 99, Buffer.alloc(0), 1, true));
      return answer.subarray(0, 6).toString('hex');
    },
  },
  {
    name: 'requests for authentication and ACLs to a broker without security',
    async run(stage) {
      const connection = await stage.connect();
      const resource = { resourceType: 2, resourceName: 'x', patternType: 3 };
      const acl = { ...resource, principal: 'User:alice', host: '*', operation: 3, permissionType: 3 };
      const answers: unknown[] = [];
      for (const version of [1, 2, 3]) {
        const created = await connection.call(createAcls, version, { creations: [acl, acl] });
        const described = await connection.call(describeAcls, version, acl);
        const deleted = await connection.call(deleteAcls, version, { filters: [acl] });
        answers.push(
          created.results.map(({ errorCode }) => errorCode),
          described.errorCode,
          described.resources,
        );
        answers.push(deleted.filterResults.map(({ errorCode, matchingAcls }) => [errorCode, matchingAcls]));
      }
      for (const version of [0, 1]) {
        answers.push((await connection.call(saslHandshake, version, { mechanism: 'PLAIN' })).errorCode);
      }
      const { errorCode, errorMessage } = await connection.call(saslAuthenticate, 2, { authBytes: Buffer.from('x') });
      return [...answers, errorCode, errorMessage];
    },
  },
  {
    name: 'creating topics, adding partitions, deleting topics, and invalid requests',
    async run(stage) {
      const connection = await stage.connect();
      const taken = await stage.topic();
      const create = async (changes: Partial<typeof newTopic>) => {
        const topics = [{ ...newTopic, name: `${stage.id}-new`, ...changes }];
        const answer = await connection.call(createTopics, 5, { topics, timeoutMs: 30_000, validateOnly: true });
        return answer.topics.map(({ errorCode }) => errorCode);
      };
      const grow = async (name: string, count: number) => {
        const body = { topics: [{ name, count, assignments: null }], timeoutMs: 30_000, validateOnly: true };
        return (await connection.call(createPartitions, 1, body)).results.map(({ errorCode }) => errorCode);
      };
      const remove = async (name: string) => {
        const body = { topicNames: [name], timeoutMs: 30_000 };
        return (await connection.call(deleteTopics, 3, body)).responses.map(({ errorCode }) => errorCode);
      };
      return [
        await create({}),
        await create({ name: taken }),
        await create({ name: 'no spaces' }),
        await create({ name: '..' }),
        await create({ name: 'x'.repeat(250) }),
        await create({ numPartitions: 0 }),
        await create({ numPartitions: -1, replicationFactor: -1 }),
        await create({ replicationFactor: 3 }),
        await create({ configs: [{ name: 'colour', value: 'red' }] }),
        await create({ configs: [{ name: 'retention.ms', value: 'x' }] }),
        await create({ configs: [{ name: 'cleanup.policy', value: 'keep' }] }),
        await create({ configs: [{ name: 'segment.bytes', value: '10' }] }),
        await create({ configs: [{ name: 'cleanup.policy', value: 'compact,delete' }] }),
        await grow(taken, 1),
        await grow(taken, 3),
        await grow(`${stage.id}-nowhere`, 3),
        await remove(`${stage.id}-nowhere`),
        await remove(taken),
      ];
    },
  },
  {
    name: 'describing known and unknown topics in every version',
    async run(stage) {
      const connection = await stage.connect();
      const name = await stage.topic({}, 2);
      const answers: unknown[] = [];
      for (let version = 0; version <= 12; version++) {
        const topics = [{ name }, { name: `${stage.id}-nowhere` }, { name: 'no spaces' }];
        const answer = await connection.call(metadata, version, { topics, allowAutoTopicCreation: false });
        answers.push(
          answer.topics
            .map(({ errorCode, name, partitions, isInternal }) => ({
              errorCode,
              name: name === null ? null : name.slice(stage.id.length),
              isInternal,
              partitions: partitions
                .map(({ errorCode, partitionIndex, leaderId, isrNodes }) => [
                  errorCode,
                  partitionIndex,
                  leaderId,
                  isrNodes,
                ])
                .toSorted((a, b) => Number(a[1]) - Number(b[1])),
            }))
            .toSorted((a, b) => String(a.name).localeCompare(String(b.name))),
        );
      }
      return answers;
    },
  },
  {
    name: 'describing the configurations of a known and an unknown topic',
    async run(stage) {
      const connection = await stage.connect();
      const configurationKeys = ['cleanup.policy', 'retention.ms', 'segment.bytes', 'max.message.bytes', 'nonsense'];
      const topic = await stage.topic({ 'cleanup.policy': 'compact', 'retention.ms': '1234' });
      const resources = [topic, `${stage.id}-nowhere`].map((resourceName) => ({
        resourceType: 2,
        resourceName,
        configurationKeys,
      }));
      const answer = await connection.call(describeConfigs, 3, { resources });
      return answer.results.map(({ errorCode, configs }) => ({
        errorCode,
        configs: configs
          .filter(({ name }) => name !== 'segment.bytes')
          .map(({ name, value, readOnly, isSensitive, configType }) => ({
            name,
            value,
            readOnly,
            isSensitive,
            configType,
          }))
          .toSorted((a, b) => a.name.localeCompare(b.name)),
      }));
    },
  },
];
