import { NODE_ID } from '../broker.ts';
import { defineApi } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bool, int16, int32, nullableArray, nullableString, string } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

const request = struct({
  topics: array(
    struct({ name: string, count: int32, assignments: nullableArray(struct({ brokerIds: array(int32) })) }),
  ),
  timeoutMs: int32,
  validateOnly: bool,
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  results: array(struct({ name: string, errorCode: int16, errorMessage: nullableString })),
});

/** Adds partitions to topics. Existing records stay in their partition, so later records with the same key may go to another partition. */
export const createPartitions = defineApi({
  key: 37,
  name: 'CreatePartitions',
  versions: [0, 3],
  flexibleFrom: 2,
  request,
  response,
  handle: ({ topics, validateOnly }, context) => ({
    results: topics.map(({ name, count, assignments }) => {
      try {
        authorize(context, 'ALTER', 'TOPIC', name);
        if (assignments?.some(({ brokerIds }) => brokerIds.length !== 1 || brokerIds[0] !== NODE_ID)) {
          throw new KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, `the only broker is ${NODE_ID}`);
        }
        const { topics: existing } = context.broker;
        if (validateOnly) existing.checkGrow(name, count);
        else existing.grow(name, count);
        return { name, errorCode: ErrorCode.NONE, errorMessage: null };
      } catch (error) {
        return { name, ...toAnswer(error) };
      }
    }),
  }),
});
