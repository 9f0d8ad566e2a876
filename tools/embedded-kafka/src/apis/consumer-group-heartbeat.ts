import { defineApi } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int8, nullableArray, nullableString, string, uuid } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

const NO_ASSIGNMENT = -1;
const REFUSAL = 'groups of the consumer protocol are not supported, use group.protocol=classic';

/** Rejects every member with `group.protocol=consumer` (KIP-848). Without this API, librdkafka would wait forever without an error. */
export const consumerGroupHeartbeat = defineApi({
  key: 68,
  name: 'ConsumerGroupHeartbeat',
  versions: [0, 1],
  flexibleFrom: 0,
  request: struct({
    groupId: string,
    memberId: string,
    memberEpoch: int32,
    instanceId: nullableString,
    rackId: nullableString,
    rebalanceTimeoutMs: int32,
    subscribedTopicNames: nullableArray(string),
    subscribedTopicRegex: since(1, nullableString, null),
    serverAssignor: nullableString,
    topicPartitions: nullableArray(struct({ topicId: uuid, partitions: array(int32) })),
  }),
  response: struct({
    throttleTimeMs: since(0, int32, 0),
    errorCode: int16,
    errorMessage: nullableString,
    memberId: nullableString,
    memberEpoch: int32,
    heartbeatIntervalMs: int32,
    assignment: int8,
  }),
  handle({ groupId, memberId, memberEpoch }, context) {
    const refused = { memberId, memberEpoch, heartbeatIntervalMs: 0, assignment: NO_ASSIGNMENT };
    try {
      authorize(context, 'READ', 'GROUP', groupId);
      return { ...refused, errorCode: ErrorCode.UNSUPPORTED_VERSION, errorMessage: REFUSAL };
    } catch (error) {
      return { ...refused, ...toAnswer(error) };
    }
  },
});
