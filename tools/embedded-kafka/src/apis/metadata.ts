import { NODE_ID } from '../broker.ts';
import { LEADER_EPOCH } from '../log/partition-log.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { between, since, struct } from '../protocol/struct.ts';
import {
  NO_UUID,
  array,
  bool,
  int16,
  int32,
  nullableArray,
  nullableString,
  string,
  uuid,
  type ReadOf,
} from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import type { Permissions } from '../security/permissions.ts';
import type { Topic } from '../topics/topic.ts';
import { checkTopicName } from '../topics/topics.ts';
import { AUTHORIZED_OPERATIONS_UNKNOWN, authorize } from './authorization.ts';

/** A topic in a request. From version 10, a request may name the topic by its id; `name` is then null. */
const requestedTopic = struct({ topicId: since(10, uuid, NO_UUID), name: nullableString });

const request = struct({
  topics: nullableArray(requestedTopic),
  allowAutoTopicCreation: since(4, bool, true),
  includeClusterAuthorizedOperations: between(8, 10, bool, false),
  includeTopicAuthorizedOperations: since(8, bool, false),
});

const partition = struct({
  errorCode: int16,
  partitionIndex: int32,
  leaderId: int32,
  leaderEpoch: since(7, int32, -1),
  replicaNodes: array(int32),
  isrNodes: array(int32),
  offlineReplicas: since(5, array(int32), []),
});

const response = struct({
  throttleTimeMs: since(3, int32, 0),
  brokers: array(struct({ nodeId: int32, host: string, port: int32, rack: since(1, nullableString, null) })),
  clusterId: since(2, nullableString, null),
  controllerId: since(1, int32, NODE_ID),
  topics: array(
    struct({
      errorCode: int16,
      name: nullableString,
      topicId: since(10, uuid, NO_UUID),
      isInternal: since(1, bool, false),
      partitions: array(partition),
      topicAuthorizedOperations: since(8, int32, AUTHORIZED_OPERATIONS_UNKNOWN),
    }),
  ),
  clusterAuthorizedOperations: between(8, 10, int32, AUTHORIZED_OPERATIONS_UNKNOWN),
});

function describe({ name, id, partitions }: Topic) {
  return {
    errorCode: ErrorCode.NONE,
    name,
    topicId: id,
    partitions: partitions.map((_, partitionIndex) => ({
      errorCode: ErrorCode.NONE,
      partitionIndex,
      leaderId: NODE_ID,
      leaderEpoch: LEADER_EPOCH,
      replicaNodes: [NODE_ID],
      isrNodes: [NODE_ID],
    })),
  };
}

type Described = ReturnType<typeof describe> | ReturnType<typeof failed>;

function failed(error: unknown, name: string | null, topicId: string, { version }: RequestContext) {
  const partitions: [] = [];
  return { errorCode: toAnswer(error).errorCode, name: version < 12 ? (name ?? '') : name, topicId, partitions };
}

/** Finds or creates a topic by name. Without permission to DESCRIBE it, the error is the same whether or not the topic exists. */
function byName(name: string, mayCreate: boolean, context: RequestContext): Topic {
  const { broker, session } = context;
  authorize(context, 'DESCRIBE', 'TOPIC', name);
  checkTopicName(name);
  const creates = mayCreate && broker.options.autoCreateTopics && broker.topics.find(name) === undefined;
  if (creates && !session.permissions.allows('CREATE', 'CLUSTER', CLUSTER_NAME)) {
    authorize(context, 'CREATE', 'TOPIC', name);
  }
  return broker.getOrCreateTopic(name, mayCreate);
}

function byId(topicId: string, context: RequestContext): Topic {
  const topic = context.broker.topics.getById(topicId);
  authorize(context, 'DESCRIBE', 'TOPIC', topic.name);
  return topic;
}

function find(requested: ReadOf<typeof requestedTopic>, mayCreate: boolean, context: RequestContext): Described {
  const { topicId, name } = requested;
  try {
    return describe(name === null ? byId(topicId, context) : byName(name, mayCreate, context));
  } catch (error) {
    return failed(error, name, topicId, context);
  }
}

/** Describes topics and partitions; this node is the leader of all. Creates unknown topics if client and broker both allow it. */
export const metadata = defineApi({
  key: 3,
  name: 'Metadata',
  versions: [0, 12],
  flexibleFrom: 9,
  request,
  response,
  handle({ topics: requested, allowAutoTopicCreation, ...includes }, context) {
    const { broker, session, version } = context;
    const { permissions } = session;
    const all = requested === null || (version === 0 && requested.length === 0);
    const visible = (topic: Topic): boolean => permissions.allows('DESCRIBE', 'TOPIC', topic.name);
    const topics: Described[] = all
      ? broker.topics.all().filter(visible).map(describe)
      : requested.map((topic) => find(topic, allowAutoTopicCreation, context));
    return {
      brokers: [{ nodeId: NODE_ID, host: broker.options.host, port: broker.advertisedPort }],
      clusterId: broker.clusterId,
      controllerId: NODE_ID,
      topics: includes.includeTopicAuthorizedOperations
        ? topics.map((topic) => ({ ...topic, topicAuthorizedOperations: operationsOn(topic, permissions) }))
        : topics,
      clusterAuthorizedOperations: includes.includeClusterAuthorizedOperations
        ? clusterOperations(permissions)
        : AUTHORIZED_OPERATIONS_UNKNOWN,
    };
  },
});

function operationsOn({ name, errorCode }: Described, permissions: Permissions): number {
  const isHidden = name === null || errorCode === ErrorCode.TOPIC_AUTHORIZATION_FAILED;
  return isHidden ? AUTHORIZED_OPERATIONS_UNKNOWN : permissions.operationsOn('TOPIC', name);
}

function clusterOperations(permissions: Permissions): number {
  const mayDescribe = permissions.allows('DESCRIBE', 'CLUSTER', CLUSTER_NAME);
  return mayDescribe ? permissions.operationsOn('CLUSTER', CLUSTER_NAME) : 0;
}
