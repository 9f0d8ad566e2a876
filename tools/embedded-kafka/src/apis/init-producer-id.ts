import { defineApi } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { int16, int32, int64, nullableString } from '../protocol/types.ts';

const request = struct({
  transactionalId: nullableString,
  transactionTimeoutMs: int32,
  producerId: since(3, int64, -1),
  producerEpoch: since(3, int16, -1),
});

const response = struct({ throttleTimeMs: int32, errorCode: int16, producerId: int64, producerEpoch: int16 });

/** A new id for an idempotent producer. Transactional producers are refused. */
export const initProducerId = defineApi({
  key: 22,
  name: 'InitProducerId',
  versions: [0, 5],
  flexibleFrom: 2,
  request,
  response,
  handle({ transactionalId }, { broker }) {
    if (transactionalId !== null) {
      return { throttleTimeMs: 0, errorCode: ErrorCode.INVALID_REQUEST, producerId: -1, producerEpoch: -1 };
    }
    try {
      const producerId = broker.producerIds.take();
      return { throttleTimeMs: 0, errorCode: ErrorCode.NONE, producerId, producerEpoch: 0 };
    } catch (error) {
      return { throttleTimeMs: 0, errorCode: toAnswer(error).errorCode, producerId: -1, producerEpoch: -1 };
    }
  },
});
