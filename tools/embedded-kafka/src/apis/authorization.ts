import type { RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import type { Operation } from '../security/acl.ts';

/** Value in responses to clients that do not request their authorized operations. */
export const AUTHORIZED_OPERATIONS_UNKNOWN = -2_147_483_648;

const REFUSALS = {
  TOPIC: [ErrorCode.TOPIC_AUTHORIZATION_FAILED, 'Topic authorization failed.'],
  GROUP: [ErrorCode.GROUP_AUTHORIZATION_FAILED, 'Group authorization failed.'],
  CLUSTER: [ErrorCode.CLUSTER_AUTHORIZATION_FAILED, 'Cluster authorization failed.'],
  TRANSACTIONAL_ID: [ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, 'Transactional Id authorization failed.'],
} as const;

type Authorized = keyof typeof REFUSALS;

export function refused(type: Authorized): KafkaError {
  const [code, message] = REFUSALS[type];
  return new KafkaError(code, message);
}

/** @throws the type's authorization error if the client lacks this permission. */
export function authorize({ session }: RequestContext, operation: Operation, type: Authorized, name: string): void {
  if (!session.permissions.allows(operation, type, name)) throw refused(type);
}
