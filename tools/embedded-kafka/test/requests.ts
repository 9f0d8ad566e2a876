import { incrementalAlterConfigs } from '../src/apis/alter-configs.ts';
import { consumerGroupHeartbeat } from '../src/apis/consumer-group-heartbeat.ts';
import { createAcls, deleteAcls, describeAcls } from '../src/apis/acls.ts';
import { createPartitions } from '../src/apis/create-partitions.ts';
import { createTopics } from '../src/apis/create-topics.ts';
import { deleteRecords } from '../src/apis/delete-records.ts';
import { deleteTopics } from '../src/apis/delete-topics.ts';
import { describeConfigs } from '../src/apis/describe-configs.ts';
import { fetch } from '../src/apis/fetch.ts';
import { findCoordinator } from '../src/apis/find-coordinator.ts';
import { deleteGroups, describeGroups, listGroups } from '../src/apis/group-admin.ts';
import { heartbeat, leaveGroup } from '../src/apis/group-liveness.ts';
import { apis } from '../src/apis/index.ts';
import { initProducerId } from '../src/apis/init-producer-id.ts';
import { joinGroup } from '../src/apis/join-group.ts';
import { listOffsets } from '../src/apis/list-offsets.ts';
import { metadata } from '../src/apis/metadata.ts';
import { offsetCommit } from '../src/apis/offset-commit.ts';
import { offsetDelete } from '../src/apis/offset-delete.ts';
import { offsetFetch } from '../src/apis/offset-fetch.ts';
import { produce } from '../src/apis/produce.ts';
import { saslAuthenticate, saslHandshake } from '../src/apis/sasl.ts';
import { syncGroup } from '../src/apis/sync-group.ts';
import type { ClientApi } from '../src/protocol/api.ts';
import { requestFrame } from './raw-client.ts';
import { batch } from './support.ts';

const name = 'fuzzed';
const member = { groupId: 'g', memberId: 'm', generationId: 1, groupInstanceId: 'i' };
const metadataBytes = Buffer.from([0, 1, 0, 0, 0, 1, 0, 1, 0x74, 0, 0, 0, 0]);

function everyVersion<Body>(api: ClientApi<Body, unknown>, body: Body): Buffer[] {
  const [lowest, highest] = api.versions;
  return Array.from({ length: highest - lowest + 1 }, (_, i) => requestFrame(api, lowest + i, body));
}

/** A valid request of every API in every version: the fuzzer's seeds. */
export function validRequests(): Buffer[] {
  const records = [batch(['one', 'two'], { keys: true, producerId: 3, producerEpoch: 0, baseSequence: 0 })];
  const offsets = { partitionIndex: 0, committedOffset: 1, committedMetadata: 'm' };
  const partition = { partition: 0, fetchOffset: 0, partitionMaxBytes: 10_000 };
  const wait = { maxWaitMs: 1, minBytes: 1, maxBytes: 10_000 };
  const newTopic = {
    name,
    numPartitions: 1,
    replicationFactor: 1,
    assignments: [],
    configs: [{ name: 'retention.ms', value: '5' }],
  };
  const resource = { resourceType: 2, resourceName: name, patternType: 3 };
  const acl = { ...resource, principal: 'User:a', host: '*', operation: 3, permissionType: 3 };
  const frames = [
    everyVersion(produce, { acks: -1, timeoutMs: 1, topics: [{ name, partitions: [{ index: 0, records }] }] }),
    everyVersion(fetch, {
      ...wait,
      replicaId: -1,
      isolationLevel: 0,
      topics: [{ topic: name, partitions: [partition] }],
    }),
    everyVersion(listOffsets, { replicaId: -1, topics: [{ name, partitions: [{ partitionIndex: 0, timestamp: 5 }] }] }),
    everyVersion(metadata, { topics: [{ name }] }),
    everyVersion(createTopics, { topics: [newTopic], timeoutMs: 1, validateOnly: false }),
    everyVersion(deleteTopics, {
      topics: [{ name: 'gone', topicId: '0'.repeat(32) }],
      topicNames: ['gone'],
      timeoutMs: 1,
    }),
    everyVersion(createPartitions, {
      topics: [{ name, count: 2, assignments: null }],
      timeoutMs: 1,
      validateOnly: false,
    }),
    everyVersion(describeConfigs, {
      resources: [{ resourceType: 2, resourceName: name, configurationKeys: ['retention.ms'] }],
    }),
    everyVersion(incrementalAlterConfigs, {
      resources: [
        {
          resourceType: 2,
          resourceName: name,
          configs: [{ name: 'retention.ms', configOperation: 0, value: '5' }],
        },
      ],
      validateOnly: false,
    }),
    everyVersion(deleteRecords, {
      topics: [{ name, partitions: [{ partitionIndex: 0, offset: 1 }] }],
      timeoutMs: 1,
    }),
    everyVersion(initProducerId, { transactionalId: null, transactionTimeoutMs: 1 }),
    everyVersion(findCoordinator, { key: 'g', coordinatorKeys: ['g', 'h'] }),
    everyVersion(joinGroup, {
      ...member,
      sessionTimeoutMs: 6_000,
      rebalanceTimeoutMs: 10,
      protocolType: 'consumer',
      protocols: [{ name: 'range', metadata: metadataBytes }],
    }),
    everyVersion(joinGroup, {
      groupId: 'g',
      memberId: '',
      sessionTimeoutMs: 6_000,
      rebalanceTimeoutMs: 10,
      protocolType: 'consumer',
      protocols: [{ name: 'range', metadata: metadataBytes }],
    }),
    everyVersion(syncGroup, { ...member, assignments: [{ memberId: 'm', assignment: metadataBytes }] }),
    everyVersion(heartbeat, member),
    everyVersion(leaveGroup, { groupId: 'g', memberId: 'm', members: [{ memberId: 'm', groupInstanceId: null }] }),
    everyVersion(offsetCommit, { ...member, generationId: -1, topics: [{ name, partitions: [offsets] }] }),
    everyVersion(offsetFetch, {
      groupId: 'g',
      topics: [{ name, partitionIndexes: [0] }],
      groups: [{ groupId: 'g', topics: null }],
    }),
    everyVersion(offsetDelete, { groupId: 'g', topics: [{ name, partitions: [{ partitionIndex: 0 }] }] }),
    everyVersion(consumerGroupHeartbeat, {
      ...member,
      memberEpoch: 0,
      instanceId: 'i',
      rackId: null,
      rebalanceTimeoutMs: 10,
      subscribedTopicNames: [name],
      subscribedTopicRegex: null,
      serverAssignor: null,
      topicPartitions: [{ topicId: '0'.repeat(32), partitions: [0] }],
    }),
    everyVersion(listGroups, { statesFilter: ['Stable'] }),
    everyVersion(describeGroups, { groups: ['g'] }),
    everyVersion(deleteGroups, { groupIds: ['h'] }),
    everyVersion(saslHandshake, { mechanism: 'PLAIN' }),
    everyVersion(saslAuthenticate, { authBytes: Buffer.from('\0name\0password') }),
    everyVersion(createAcls, { creations: [acl] }),
    everyVersion(describeAcls, { ...acl, principal: null, host: null }),
    everyVersion(deleteAcls, { filters: [{ ...acl, resourceName: null }] }),
  ].flat();
  const keys = new Set(frames.map((bytes) => bytes.readInt16BE(4)));
  const missing = [...apis.values()].filter(({ key }) => key !== 18 && !keys.has(key));
  if (missing.length > 0) throw new Error(`no request of ${missing.map((api) => api.name).join()}`);
  return frames;
}
