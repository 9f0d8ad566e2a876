import { defineApi } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { since, struct, until } from '../protocol/struct.ts';
import { array, int16, int32, nullableString, string } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

/** Extends a member's session. The response tells the member about a rebalance. */
export const heartbeat = defineApi({
  key: 12,
  name: 'Heartbeat',
  versions: [0, 4],
  flexibleFrom: 4,
  request: struct({
    groupId: string,
    generationId: int32,
    memberId: string,
    groupInstanceId: since(3, nullableString, null),
  }),
  response: struct({ throttleTimeMs: since(1, int32, 0), errorCode: int16 }),
  handle(identity, context) {
    try {
      authorize(context, 'READ', 'GROUP', identity.groupId);
      context.broker.coordinator.heartbeat(identity);
      return { errorCode: ErrorCode.NONE };
    } catch (error) {
      return { errorCode: toAnswer(error).errorCode };
    }
  },
});

/** Removes one member from its group; from version 3, one or more members. */
export const leaveGroup = defineApi({
  key: 13,
  name: 'LeaveGroup',
  versions: [0, 5],
  flexibleFrom: 4,
  request: struct({
    groupId: string,
    memberId: until(2, string, ''),
    members: since(
      3,
      array(struct({ memberId: string, groupInstanceId: nullableString, reason: since(5, nullableString, null) })),
      [],
    ),
  }),
  response: struct({
    throttleTimeMs: since(1, int32, 0),
    errorCode: int16,
    members: since(3, array(struct({ memberId: string, groupInstanceId: nullableString, errorCode: int16 })), []),
  }),
  handle({ groupId, memberId, members }, { broker: { coordinator }, session, version }) {
    if (!session.permissions.allows('READ', 'GROUP', groupId)) {
      return { errorCode: ErrorCode.GROUP_AUTHORIZATION_FAILED };
    }
    if (version < 3) return { errorCode: coordinator.leave(groupId, memberId, null) };
    const left = members.map(({ memberId, groupInstanceId }) => {
      return { memberId, groupInstanceId, errorCode: coordinator.leave(groupId, memberId, groupInstanceId) };
    });
    return { errorCode: ErrorCode.NONE, members: left };
  },
});
