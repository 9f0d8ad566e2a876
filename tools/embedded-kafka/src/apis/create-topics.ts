import { NODE_ID } from '../broker.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import {
  NO_UUID,
  array,
  bool,
  int16,
  int32,
  int8,
  nullableArray,
  nullableString,
  string,
  uuid,
  type ReadOf,
} from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { refused } from './authorization.ts';
import { configSource } from './config-source.ts';
import { describeTopicConfigs } from '../topics/topic-config.ts';
import type { NewTopic } from '../topics/topics.ts';

const creatableTopic = struct({
  name: string,
  numPartitions: int32,
  replicationFactor: int16,
  assignments: array(struct({ partitionIndex: int32, brokerIds: array(int32) })),
  configs: array(struct({ name: string, value: nullableString })),
});

const request = struct({ topics: array(creatableTopic), timeoutMs: int32, validateOnly: bool });

const config = struct({
  name: string,
  value: nullableString,
  readOnly: bool,
  configSource: int8,
  isSensitive: bool,
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  topics: array(
    struct({
      name: string,
      topicId: since(7, uuid, NO_UUID),
      errorCode: int16,
      errorMessage: nullableString,
      numPartitions: since(5, int32, -1),
      replicationFactor: since(5, int16, -1),
      configs: since(5, nullableArray(config), null),
    }),
  ),
});

type CreatableTopic = ReadOf<typeof creatableTopic>;

/** The number of partitions in a replica assignment. Every partition must be assigned to this node only. */
function assignedPartitions({ assignments }: CreatableTopic): number {
  const indexes = new Set(assignments.map((assignment) => assignment.partitionIndex));
  const here = assignments.every(({ brokerIds }) => brokerIds.length === 1 && brokerIds[0] === NODE_ID);
  if (
    !here ||
    [...indexes].some((index) => index < 0 || index >= assignments.length) ||
    indexes.size < assignments.length
  ) {
    throw new KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, `the only broker is ${NODE_ID}`);
  }
  return assignments.length;
}

function toNewTopic(topic: CreatableTopic, defaultPartitions: number): NewTopic {
  if (topic.replicationFactor !== 1 && topic.replicationFactor !== -1) {
    const text = `Unable to replicate the partition ${topic.replicationFactor} time(s): there is one broker.`;
    throw new KafkaError(ErrorCode.INVALID_REPLICATION_FACTOR, text);
  }
  const count = topic.numPartitions === -1 ? defaultPartitions : topic.numPartitions;
  const partitions = topic.assignments.length > 0 ? assignedPartitions(topic) : count;
  const set = topic.configs.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]));
  return { name: topic.name, partitions, configs: Object.fromEntries(set) };
}

function create({ broker, session: { permissions } }: RequestContext, topic: CreatableTopic, validateOnly: boolean) {
  const mayCreate =
    permissions.allows('CREATE', 'CLUSTER', CLUSTER_NAME) || permissions.allows('CREATE', 'TOPIC', topic.name);
  if (!mayCreate) throw refused('TOPIC');
  const { defaultPartitions, topicDefaults } = broker.options;
  const newTopic = toNewTopic(topic, defaultPartitions);
  if (validateOnly) broker.topics.checkNew(newTopic);
  const topicId = validateOnly ? NO_UUID : broker.topics.create(newTopic).id;
  const outcome = { name: topic.name, topicId, errorCode: ErrorCode.NONE, errorMessage: null };
  // Without DESCRIBE_CONFIGS, the response omits the configurations and the number of partitions.
  if (!permissions.allows('DESCRIBE_CONFIGS', 'TOPIC', topic.name)) return { ...outcome, configs: [] };
  const configs = describeTopicConfigs(newTopic.configs ?? {}, topicDefaults).map(({ name, value, isDefault }) => {
    return { name, value, readOnly: false, configSource: configSource(isDefault), isSensitive: false };
  });
  return { ...outcome, numPartitions: newTopic.partitions, replicationFactor: 1, configs };
}

/** Creates each topic completely or not at all. The broker answers when the topics are on disk. */
export const createTopics = defineApi({
  key: 19,
  name: 'CreateTopics',
  versions: [2, 7],
  flexibleFrom: 5,
  request,
  response,
  handle: ({ topics, validateOnly }, context) => ({
    topics: topics.map((topic) => {
      try {
        return create(context, topic, validateOnly);
      } catch (error) {
        return { name: topic.name, ...toAnswer(error) };
      }
    }),
  }),
});
