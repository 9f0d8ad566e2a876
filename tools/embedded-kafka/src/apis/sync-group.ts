import { NO_BYTES } from '../groups/member.ts';
import { defineApi } from '../protocol/api.ts';
import { toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bytes, int16, int32, nullableString, string } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

const request = struct({
  groupId: string,
  generationId: int32,
  memberId: string,
  groupInstanceId: since(3, nullableString, null),
  protocolType: since(5, nullableString, null),
  protocolName: since(5, nullableString, null),
  assignments: array(struct({ memberId: string, assignment: bytes })),
});

const response = struct({
  throttleTimeMs: since(1, int32, 0),
  errorCode: int16,
  protocolType: since(5, nullableString, null),
  protocolName: since(5, nullableString, null),
  assignment: bytes,
});

/** Returns a member's part of the assignment, which the leader sends in its own request. */
export const syncGroup = defineApi({
  key: 14,
  name: 'SyncGroup',
  versions: [0, 5],
  flexibleFrom: 4,
  request,
  response,
  async handle({ assignments, protocolType: type, protocolName: name, ...identity }, context) {
    const { broker, signal } = context;
    try {
      authorize(context, 'READ', 'GROUP', identity.groupId);
      const parts = new Map(assignments.map(({ memberId, assignment }) => [memberId, assignment]));
      const answer = await broker.coordinator.sync(identity, { type, name }, parts, signal);
      const group = broker.coordinator.find(identity.groupId);
      return (
        answer && { ...answer, protocolType: group?.protocolType ?? null, protocolName: group?.protocolName ?? null }
      );
    } catch (error) {
      return { errorCode: toAnswer(error).errorCode, assignment: NO_BYTES };
    }
  },
});
