import { incrementalAlterConfigs } from '../../src/apis/alter-configs.ts';
import { deleteRecords } from '../../src/apis/delete-records.ts';
import { describeConfigs } from '../../src/apis/describe-configs.ts';
import { offsetCommit } from '../../src/apis/offset-commit.ts';
import { offsetDelete } from '../../src/apis/offset-delete.ts';
import { offsetFetch } from '../../src/apis/offset-fetch.ts';
import { batch } from '../../test/support.ts';
import type { Case, Stage } from '../target.ts';

const [SET, DELETE, APPEND, SUBTRACT] = [0, 1, 2, 3];
const TOPIC = 2;
const END = -1;

type Change = readonly [name: string, configOperation: number, value: string | null];

const alterer = async (stage: Stage, resourceName: string, version: number) => {
  const connection = await stage.connect();
  return async (...changes: readonly Change[]): Promise<unknown> => {
    const configs = changes.map(([name, configOperation, value]) => ({ name, configOperation, value }));
    const body = { resources: [{ resourceType: TOPIC, resourceName, configs }], validateOnly: false };
    const { responses } = await connection.call(incrementalAlterConfigs, version, body);
    const configurationKeys = ['cleanup.policy', 'retention.ms', 'segment.ms'];
    const resources = [{ resourceType: TOPIC, resourceName, configurationKeys }];
    const { results } = await connection.call(describeConfigs, 3, { resources });
    const values = results[0]?.configs.map(({ name, value }) => `${name}=${value}`).toSorted();
    return [responses.map(({ errorCode }) => errorCode), values];
  };
};

const deleter = async (stage: Stage, version: number) => {
  const connection = await stage.connect();
  return async (name: string, offset: number, partitionIndex = 0): Promise<unknown> => {
    const body = { topics: [{ name, partitions: [{ partitionIndex, offset }] }], timeoutMs: 30_000 };
    const { topics } = await connection.call(deleteRecords, version, body);
    return topics.flatMap(({ partitions }) =>
      partitions.map(({ errorCode, lowWatermark }) => [errorCode, lowWatermark]),
    );
  };
};

export const changeCases: readonly Case[] = [
  ...[0, 1].map((version): Case => ({
    name: `changing the configurations of a topic in version ${version}`,
    async run(stage) {
      const alter = await alterer(stage, await stage.topic({ 'retention.ms': '1000' }), version);
      return [
        await alter(['retention.ms', SET, '2000'], ['segment.ms', SET, '3000']),
        await alter(['cleanup.policy', APPEND, 'compact']),
        await alter(['cleanup.policy', APPEND, 'compact']),
        await alter(['cleanup.policy', SUBTRACT, 'delete']),
        await alter(['retention.ms', DELETE, null]),
        await alter(['segment.ms', SET, '4000'], ['colour', SET, 'red']),
        await alter(['segment.ms', SET, '4000'], ['retention.ms', SET, 'x']),
        await alter(['segment.ms', APPEND, '1']),
        await alter(['segment.ms', SET, null]),
        await alter(['segment.ms', SET, '1'], ['segment.ms', SET, '2']),
        await (await alterer(stage, `${stage.id}-nowhere`, version))(['segment.ms', SET, '1']),
      ];
    },
  })),
  ...[0, 1, 2].map((version): Case => ({
    name: `deleting the records before an offset in version ${version}`,
    async run(stage) {
      const topic = await stage.topic();
      const compacted = await stage.topic({ 'cleanup.policy': 'compact' });
      for (const value of ['a', 'b', 'c']) await stage.produce({ topic }, batch([value]));
      const remove = await deleter(stage, version);
      return [
        await remove(topic, 1),
        await remove(topic, 0),
        await remove(topic, 4),
        await remove(topic, -2),
        await remove(topic, 1, 7),
        await remove(topic, END),
        await remove(compacted, 0),
        await remove(`${stage.id}-nowhere`, 0),
      ];
    },
  })),
  {
    name: 'deleting committed offsets',
    async run(stage) {
      const connection = await stage.connect();
      const [first, second] = [await stage.topic(), await stage.topic()];
      const groupId = `${stage.id}-group`;
      const remove = async (group: string, name: string, partitionIndex = 0): Promise<unknown> => {
        const body = { groupId: group, topics: [{ name, partitions: [{ partitionIndex }] }] };
        const { errorCode, topics } = await connection.call(offsetDelete, 0, body);
        return [errorCode, topics.flatMap(({ partitions }) => partitions.map((one) => one.errorCode))];
      };
      const committed = async () => {
        const topics = [first, second].map((name) => ({ name, partitionIndexes: [0] }));
        const answer = await connection.call(offsetFetch, 5, { groupId, topics });
        return answer.topics.flatMap(({ partitions }) => partitions.map((one) => one.committedOffset));
      };
      const partitions = [{ partitionIndex: 0, committedOffset: 0, committedMetadata: '' }];
      const topics = [first, second].map((name) => ({ name, partitions }));
      await connection.call(offsetCommit, 5, { groupId, generationId: -1, memberId: '', topics });
      return [
        await remove(groupId, first),
        await committed(),
        await remove(groupId, first),
        await remove(groupId, second, 5),
        await remove(groupId, `${stage.id}-nowhere`),
        await remove(`${groupId}-nobody`, first),
      ];
    },
  },
];
