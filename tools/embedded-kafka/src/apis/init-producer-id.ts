import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { int16, int32, int64, nullableString } from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { authorize, refused } from './authorization.ts';

const request = struct({
  transactionalId: nullableString,
  transactionTimeoutMs: int32,
  producerId: since(3, int64, -1),
  producerEpoch: since(3, int16, -1),
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  errorCode: int16,
  producerId: int64,
  producerEpoch: int16,
});

/** Checks the permission: an idempotent producer needs IDEMPOTENT_WRITE, or WRITE on any topic. */
function check(transactionalId: string | null, context: RequestContext): void {
  if (transactionalId !== null) {
    authorize(context, 'WRITE', 'TRANSACTIONAL_ID', transactionalId);
    throw new KafkaError(ErrorCode.INVALID_REQUEST, 'transactions are not supported');
  }
  const { permissions } = context.session;
  if (permissions.allows('IDEMPOTENT_WRITE', 'CLUSTER', CLUSTER_NAME)) return;
  if (!permissions.allowsAny('WRITE', 'TOPIC')) throw refused('CLUSTER');
}

/** Returns a new id for an idempotent producer. Rejects transactional producers. */
export const initProducerId = defineApi({
  key: 22,
  name: 'InitProducerId',
  versions: [0, 5],
  flexibleFrom: 2,
  request,
  response,
  handle({ transactionalId }, context) {
    try {
      check(transactionalId, context);
      const producerId = context.broker.producerIds.take();
      return { errorCode: ErrorCode.NONE, producerId, producerEpoch: 0 };
    } catch (error) {
      return { errorCode: toAnswer(error).errorCode, producerId: -1, producerEpoch: -1 };
    }
  },
});
