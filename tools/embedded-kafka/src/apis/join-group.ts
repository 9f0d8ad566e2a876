import { defineApi } from '../protocol/api.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bool, bytes, int16, int32, nullableString, string } from '../protocol/types.ts';

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

/** Takes part in a group's next generation; answered when it begins. */
export const joinGroup = defineApi({
  key: 11,
  name: 'JoinGroup',
  versions: [0, 9],
  flexibleFrom: 6,
  request,
  response,
  async handle({ rebalanceTimeoutMs, ...request }, { broker, version, clientId, clientHost, signal }) {
    const answer = await broker.coordinator.join({
      ...request,
      rebalanceTimeoutMs: rebalanceTimeoutMs < 0 ? request.sessionTimeoutMs : rebalanceTimeoutMs,
      clientId,
      clientHost,
      requireKnownId: version >= 4,
      signal,
    });
    // The name may be null from version 7 on only.
    return answer && { ...answer, protocolName: answer.protocolName ?? (version < 7 ? '' : null) };
  },
});
