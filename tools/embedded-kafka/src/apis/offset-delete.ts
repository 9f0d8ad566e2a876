import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, string } from '../protocol/types.ts';

const request = struct({
  groupId: string,
  topics: array(struct({ name: string, partitions: array(struct({ partitionIndex: int32 })) })),
});

const response = struct({
  errorCode: int16,
  throttleTimeMs: since(0, int32, 0),
  topics: array(struct({ name: string, partitions: array(struct({ partitionIndex: int32, errorCode: int16 })) })),
});

/** Returns the error for the whole group, or `NONE` if the client may delete offsets of the group. */
function refusal({ broker: { coordinator }, session: { permissions } }: RequestContext, groupId: string): ErrorCode {
  if (!permissions.allows('DELETE', 'GROUP', groupId)) return ErrorCode.GROUP_AUTHORIZATION_FAILED;
  const group = coordinator.find(groupId);
  if (group === undefined && !coordinator.offsets.has(groupId)) return ErrorCode.GROUP_ID_NOT_FOUND;
  const isReadable = group === undefined || group.members.size === 0 || group.subscriptions() !== undefined;
  return isReadable ? ErrorCode.NONE : ErrorCode.NON_EMPTY_GROUP;
}

/** Deletes a group's committed offsets of topics that no member subscribes to. */
export const offsetDelete = defineApi({
  key: 47,
  name: 'OffsetDelete',
  versions: [0, 0],
  flexibleFrom: Infinity,
  request,
  response,
  handle({ groupId, topics }, context) {
    const { broker, session } = context;
    const errorCode = refusal(context, groupId);
    if (errorCode !== ErrorCode.NONE) return { errorCode, topics: [] };
    const subscribed = broker.coordinator.find(groupId)?.subscriptions();
    const codeOf = (name: string, partition: number): ErrorCode => {
      if (!session.permissions.allows('READ', 'TOPIC', name)) return ErrorCode.TOPIC_AUTHORIZATION_FAILED;
      if (broker.topics.find(name)?.partitions[partition] === undefined) return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
      return subscribed?.has(name) ? ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC : ErrorCode.NONE;
    };
    const answers = topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex }) => ({
        partitionIndex,
        errorCode: codeOf(name, partitionIndex),
      })),
    }));
    broker.coordinator.offsets.delete(
      groupId,
      answers.flatMap(({ name, partitions }) =>
        partitions
          .filter((answer) => answer.errorCode === ErrorCode.NONE)
          .map(({ partitionIndex }) => ({ topic: name, partition: partitionIndex })),
      ),
    );
    return { errorCode, topics: answers };
  },
});
