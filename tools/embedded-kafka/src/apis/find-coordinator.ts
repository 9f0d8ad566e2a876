import { NODE_ID } from '../broker.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { between, since, struct, until } from '../protocol/struct.ts';
import { array, int16, int32, int8, nullableString, string } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

const GROUP_KEY = 0;
const TRANSACTION_KEY = 1;

const request = struct({
  key: until(3, string, ''),
  keyType: since(1, int8, GROUP_KEY),
  coordinatorKeys: since(4, array(string), []),
});

const coordinator = struct({
  key: string,
  nodeId: int32,
  host: string,
  port: int32,
  errorCode: int16,
  errorMessage: nullableString,
});

const response = struct({
  throttleTimeMs: since(1, int32, 0),
  errorCode: until(3, int16, ErrorCode.NONE),
  errorMessage: between(1, 3, nullableString, null),
  nodeId: until(3, int32, -1),
  host: until(3, string, ''),
  port: until(3, int32, -1),
  coordinators: since(4, array(coordinator), []),
});

function find(keyType: number, key: string, context: RequestContext) {
  const { options, advertisedPort } = context.broker;
  try {
    if (keyType === GROUP_KEY) authorize(context, 'DESCRIBE', 'GROUP', key);
    if (keyType === TRANSACTION_KEY) authorize(context, 'DESCRIBE', 'TRANSACTIONAL_ID', key);
    if (keyType === TRANSACTION_KEY)
      throw new KafkaError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, 'transactions are not supported');
    if (keyType !== GROUP_KEY) throw new KafkaError(ErrorCode.INVALID_REQUEST, 'only groups are supported');
    return { errorCode: ErrorCode.NONE, errorMessage: null, nodeId: NODE_ID, host: options.host, port: advertisedPort };
  } catch (error) {
    return { ...toAnswer(error), nodeId: -1, host: '', port: -1 };
  }
}

/**
 * Returns this node, which coordinates every group. For transactions it returns an authorization error, the only error that every
 * client treats as final; librdkafka retries all other errors forever.
 */
export const findCoordinator = defineApi({
  key: 10,
  name: 'FindCoordinator',
  versions: [0, 4],
  flexibleFrom: 3,
  request,
  response,
  handle: ({ keyType, key, coordinatorKeys }, context) => ({
    ...(context.version < 4 ? find(keyType, key, context) : {}),
    coordinators: coordinatorKeys.map((each) => ({ key: each, ...find(keyType, each, context) })),
  }),
});
