import { createAcls, deleteAcls, describeAcls } from '../../src/apis/acls.ts';
import { createPartitions } from '../../src/apis/create-partitions.ts';
import { createTopics } from '../../src/apis/create-topics.ts';
import { deleteTopics } from '../../src/apis/delete-topics.ts';
import { describeConfigs } from '../../src/apis/describe-configs.ts';
import { fetch } from '../../src/apis/fetch.ts';
import { findCoordinator } from '../../src/apis/find-coordinator.ts';
import { deleteGroups, describeGroups, listGroups } from '../../src/apis/group-admin.ts';
import { heartbeat, leaveGroup } from '../../src/apis/group-liveness.ts';
import { initProducerId } from '../../src/apis/init-producer-id.ts';
import { joinGroup } from '../../src/apis/join-group.ts';
import { listOffsets } from '../../src/apis/list-offsets.ts';
import { metadata } from '../../src/apis/metadata.ts';
import { offsetCommit } from '../../src/apis/offset-commit.ts';
import { offsetFetch } from '../../src/apis/offset-fetch.ts';
import { produce } from '../../src/apis/produce.ts';
import { syncGroup } from '../../src/apis/sync-group.ts';
import { produceBody, type RawClient } from '../../test/raw-client.ts';
import { batch } from '../../test/support.ts';

/** The topics and the group that the requests use. Their names begin with `prefix`, which differs for each case. */
export interface Subject {
  readonly prefix: string;
  readonly topic: string;
  /** Two topics for the requests that delete topics, one by name and one by id. */
  readonly victims: readonly [string, string];
  readonly ids: ReadonlyMap<string, string>;
  readonly group: string;
}

type Request = (connection: RawClient, subject: Subject) => Promise<unknown>;

const codes = (answers: readonly { errorCode: number }[]): number[] => answers.map(({ errorCode }) => errorCode);
/** Returns 53 for a missing permission. All other codes count as equal: they differ, because only Apache Kafka supports transactions. */
const isRefused = (code: number | undefined): unknown => (code === 53 ? 53 : 'not refused');
const mine = (names: readonly (string | null)[], prefix: string): string[] =>
  names
    .filter((name) => name !== null && name.startsWith(prefix))
    .map(String)
    .toSorted();

const records: Record<string, Request> = {
  Produce: async (connection, { topic, prefix }) => {
    const one = async (name: string) =>
      (await connection.call(produce, 9, produceBody({ topic: name }, batch(['x'])))).responses.flatMap(
        ({ partitions }) => codes(partitions),
      );
    return [await one(topic), await one(`${prefix}-nowhere`)];
  },
  Fetch: async (connection, { topic, prefix }) => {
    const one = async (name: string, replicaId: number) => {
      const partitions = [{ partition: 0, fetchOffset: 0, partitionMaxBytes: 1_000 }];
      const limits = { maxWaitMs: 0, minBytes: 0, maxBytes: 1_000, isolationLevel: 0, replicaId };
      const answer = await connection.call(fetch, 11, { ...limits, topics: [{ topic: name, partitions }] });
      return answer.responses.flatMap(({ partitions: found }) => codes(found));
    };
    return [await one(topic, -1), await one(`${prefix}-nowhere`, -1), (await one(topic, 5))[0] === 29];
  },
  ListOffsets: async (connection, { topic }) => {
    const topics = [{ name: topic, partitions: [{ partitionIndex: 0, timestamp: -2 }] }];
    const answer = await connection.call(listOffsets, 5, { replicaId: -1, topics });
    return answer.topics.flatMap(({ partitions }) => partitions.map(({ errorCode, offset }) => [errorCode, offset]));
  },
  InitProducerId: async (connection, { prefix }) => {
    const one = async (transactionalId: string | null) =>
      (await connection.call(initProducerId, 4, { transactionalId, transactionTimeoutMs: 1_000 })).errorCode;
    return [await one(null), isRefused(await one(prefix))];
  },
};

const topics: Record<string, Request> = {
  Metadata: async (connection, { topic, prefix }) => {
    const topics = [{ name: topic }, { name: `${prefix}-nowhere` }];
    const named = await connection.call(metadata, 9, { topics, includeTopicAuthorizedOperations: true });
    const all = await connection.call(metadata, 9, { topics: null, includeClusterAuthorizedOperations: true });
    const found = named.topics
      .map(({ name, errorCode, topicAuthorizedOperations }) => [name, errorCode, topicAuthorizedOperations])
      .map(([name, ...rest]) => [name === topic, ...rest]);
    const visible = mine(
      all.topics.map(({ name }) => name),
      prefix,
    ).length;
    return [found.toSorted((a, b) => Number(a[0]) - Number(b[0])), visible, all.clusterAuthorizedOperations];
  },
  'Metadata by id': async (connection, { topic, ids }) => {
    const requested = [{ name: null, topicId: ids.get(topic) ?? '' }];
    const { topics: found } = await connection.call(metadata, 12, { topics: requested });
    return found.map(({ errorCode, name, topicId }) => [errorCode, name === topic, topicId === requested[0]?.topicId]);
  },
  CreateTopics: async (connection, { prefix }) => {
    const topic = { name: `${prefix}-new`, numPartitions: 2, replicationFactor: 1, assignments: [], configs: [] };
    const body = { topics: [topic], timeoutMs: 30_000, validateOnly: true };
    const answer = await connection.call(createTopics, 5, body);
    return answer.topics.map(({ errorCode, numPartitions, replicationFactor }) => [
      errorCode,
      numPartitions,
      replicationFactor,
    ]);
  },
  CreatePartitions: async (connection, { topic }) => {
    const body = { topics: [{ name: topic, count: 5, assignments: null }], timeoutMs: 30_000, validateOnly: true };
    return codes((await connection.call(createPartitions, 1, body)).results);
  },
  DeleteTopics: async (connection, { prefix, victims: [first, second], ids }) => {
    const byName = { topicNames: [`${prefix}-nowhere`, first], timeoutMs: 30_000 };
    const named = await connection.call(deleteTopics, 5, byName);
    const topics = [{ name: null, topicId: ids.get(second) ?? '' }];
    const [one] = (await connection.call(deleteTopics, 6, { topics, timeoutMs: 30_000 })).responses;
    return [
      named.responses.map(({ name, errorCode }) => `${name === first} ${errorCode}`).toSorted(),
      [one?.errorCode, one?.name === second],
    ];
  },
  DescribeConfigs: async (connection, { topic }) => {
    const resources = [
      { resourceType: 2, resourceName: topic, configurationKeys: ['cleanup.policy'] },
      { resourceType: 4, resourceName: '1', configurationKeys: ['num.partitions'] },
    ];
    const answer = await connection.call(describeConfigs, 3, { resources });
    const found = answer.results.map(({ resourceType, errorCode, configs }) => [
      resourceType,
      errorCode,
      configs.length,
    ]);
    return found.toSorted((a, b) => Number(a[0]) - Number(b[0]));
  },
};

const member = { memberId: 'nobody', generationId: 1 };
const groups: Record<string, Request> = {
  FindCoordinator: async (connection, { group, prefix }) => {
    const one = async (keyType: number, key: string) =>
      (await connection.call(findCoordinator, 3, { key, keyType })).errorCode;
    const body = { key: '', keyType: 0, coordinatorKeys: [group] };
    const { coordinators } = await connection.call(findCoordinator, 4, body);
    return [await one(0, group), codes(coordinators), isRefused(await one(1, prefix))];
  },
  JoinGroup: async (connection, { group: groupId }) => {
    const protocols = [{ name: 'range', metadata: Buffer.alloc(4) }];
    const request = { groupId, memberId: '', protocolType: 'consumer', protocols, sessionTimeoutMs: 6_000 };
    const answer = await connection.call(joinGroup, 5, { ...request, rebalanceTimeoutMs: 6_000 });
    return [answer.errorCode, answer.generationId, answer.memberId === '', answer.leader];
  },
  'SyncGroup, Heartbeat, LeaveGroup': async (connection, { group: groupId }) => [
    (await connection.call(syncGroup, 3, { groupId, ...member, assignments: [] })).errorCode,
    (await connection.call(heartbeat, 3, { groupId, ...member })).errorCode,
    (await connection.call(leaveGroup, 2, { groupId, memberId: 'nobody' })).errorCode,
    (await connection.call(leaveGroup, 3, { groupId, members: [{ memberId: 'nobody', groupInstanceId: null }] }))
      .members,
  ],
  OffsetCommit: async (connection, { group: groupId, topic, prefix }) => {
    const partitions = [{ partitionIndex: 0, committedOffset: 0, committedMetadata: null }];
    const topics = [topic, `${prefix}-nowhere`].map((name) => ({ name, partitions }));
    const body = { groupId, generationId: -1, memberId: '', topics };
    const answer = await connection.call(offsetCommit, 7, body);
    const found = answer.topics.map(({ name, partitions: committed }) => [name === topic, ...codes(committed)]);
    return found.toSorted((a, b) => Number(a[0]) - Number(b[0]));
  },
  OffsetFetch: async (connection, { group: groupId, topic }) => {
    const topics = [{ name: topic, partitionIndexes: [0] }];
    const answers: unknown[] = [];
    for (const [version, wanted] of [
      [1, topics],
      [2, topics],
      [2, null],
      [7, topics],
      [8, topics],
      [8, null],
    ] as const) {
      const body = { groupId, topics: wanted, groups: [{ groupId, topics: wanted }] };
      const answer = await connection.call(offsetFetch, version, body);
      const [found] = version < 8 ? [answer] : answer.groups;
      const offsets = found?.topics.flatMap(({ partitions }) =>
        partitions.map(({ errorCode, metadata: text }) => [errorCode, text]),
      );
      answers.push([found?.errorCode, offsets]);
    }
    return answers;
  },
  DescribeGroups: async (connection, { group }) => {
    const body = { groups: [group], includeAuthorizedOperations: true };
    const answer = await connection.call(describeGroups, 5, body);
    return answer.groups.map(({ errorCode, groupState, authorizedOperations }) => [
      errorCode,
      errorCode === 0 ? undefined : groupState,
      authorizedOperations,
    ]);
  },
  ListGroups: async (connection, { prefix }) => {
    const { errorCode, groups: found } = await connection.call(listGroups, 3, {});
    return [
      errorCode,
      mine(
        found.map(({ groupId }) => groupId),
        prefix,
      ).length,
    ];
  },
  DeleteGroups: async (connection, { prefix }) =>
    codes((await connection.call(deleteGroups, 1, { groupIds: [`${prefix}-nowhere`] })).results),
};

const acls: Record<string, Request> = {
  'CreateAcls, DescribeAcls, DeleteAcls': async (connection, { prefix }) => {
    const resource = { resourceType: 2, resourceName: `${prefix}-unused`, patternType: 3 };
    const acl = { ...resource, principal: 'User:nobody', host: '*', operation: 3, permissionType: 3 };
    const filter = { ...acl, resourceName: `${prefix}-never` };
    return [
      codes((await connection.call(createAcls, 2, { creations: [acl] })).results),
      (await connection.call(describeAcls, 2, filter)).errorCode,
      codes((await connection.call(deleteAcls, 2, { filters: [filter] })).filterResults),
    ];
  },
};

/** Every kind of request that needs a permission. No request, even if allowed, changes the result of a later request. */
export const requests: Readonly<Record<string, Request>> = { ...records, ...topics, ...groups, ...acls };
