import { refusedJoin } from '../groups/member.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bool, bytes, int16, int32, nullableString, string, type ReadOf } from '../protocol/types.ts';

const request = struct({
  groupId: string,
  sessionTimeoutMs: int32,
  rebalanceTimeoutMs: since(1, int32, -1),
  memberId: string,
  groupInstanceId: since(5, nullableString, null),
  protocolType: string,
  protocols: array(struct({ name: string, metadata: bytes })),
  reason: since(8, nullableString, null),
});

const response = struct({
  throttleTimeMs: since(2, int32, 0),
  errorCode: int16,
  generationId: int32,
  protocolType: since(7, nullableString, null),
  protocolName: nullableString,
  leader: string,
  skipAssignment: since(9, bool, false),
  memberId: string,
  members: array(struct({ memberId: string, groupInstanceId: since(5, nullableString, null), metadata: bytes })),
});

function join({ rebalanceTimeoutMs, ...fields }: ReadOf<typeof request>, context: RequestContext) {
  const { broker, version, clientId, clientHost, session, signal } = context;
  if (!session.permissions.allows('READ', 'GROUP', fields.groupId)) {
    return refusedJoin(ErrorCode.GROUP_AUTHORIZATION_FAILED, '');
  }
  return broker.coordinator.join({
    ...fields,
    rebalanceTimeoutMs: rebalanceTimeoutMs < 0 ? fields.sessionTimeoutMs : rebalanceTimeoutMs,
    clientId,
    clientHost,
    requireKnownId: version >= 4,
    signal,
  });
}

/** Joins a group's next generation. The broker answers when that generation begins. */
export const joinGroup = defineApi({
  key: 11,
  name: 'JoinGroup',
  versions: [0, 9],
  flexibleFrom: 6,
  request,
  response,
  async handle(body, context) {
    const answer = await join(body, context);
    // `protocolName` may be null only from version 7.
    return answer && { ...answer, protocolName: answer.protocolName ?? (context.version < 7 ? '' : null) };
  },
});
