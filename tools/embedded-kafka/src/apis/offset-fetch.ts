import type { Broker } from '../broker.ts';
import { defineApi } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { between, since, struct, until } from '../protocol/struct.ts';
import type { ReadOf } from '../protocol/types.ts';
import { array, bool, int16, int32, int64, nullableArray, nullableString, string } from '../protocol/types.ts';

const requestedTopic = struct({ name: string, partitionIndexes: array(int32) });
const noTopics: ReadOf<typeof requestedTopic>[] | null = [];

const requestedGroup = struct({
  groupId: string,
  memberId: since(9, nullableString, null),
  memberEpoch: since(9, int32, -1),
  topics: nullableArray(requestedTopic),
});

const request = struct({
  groupId: until(7, string, ''),
  topics: until(7, nullableArray(requestedTopic), noTopics),
  groups: since(8, array(requestedGroup), []),
  requireStable: since(7, bool, false),
});

const partition = struct({
  partitionIndex: int32,
  committedOffset: int64,
  committedLeaderEpoch: since(5, int32, -1),
  metadata: nullableString,
  errorCode: int16,
});
const topic = struct({ name: string, partitions: array(partition) });

const response = struct({
  throttleTimeMs: since(3, int32, 0),
  topics: until(7, array(topic), []),
  errorCode: between(2, 7, int16, ErrorCode.NONE),
  groups: since(8, array(struct({ groupId: string, topics: array(topic), errorCode: int16 })), []),
});

function committed(broker: Broker, groupId: string, topics: ReadOf<typeof requestedTopic>[] | null) {
  const offsets = broker.coordinator.offsets.of(groupId);
  const asked =
    topics ?? [...offsets].map(([name, partitions]) => ({ name, partitionIndexes: [...partitions.keys()] }));
  return asked.map(({ name, partitionIndexes }) => ({
    name,
    partitions: partitionIndexes.map((partitionIndex) => {
      const found = offsets.get(name)?.get(partitionIndex);
      return {
        partitionIndex,
        committedOffset: found?.offset ?? -1,
        committedLeaderEpoch: found?.leaderEpoch ?? -1,
        metadata: found?.metadata ?? '',
        errorCode: ErrorCode.NONE,
      };
    }),
  }));
}

/** The offsets a group has committed, -1 where it has none; all of them when no topics are named. */
export const offsetFetch = defineApi({
  key: 9,
  name: 'OffsetFetch',
  versions: [1, 9],
  flexibleFrom: 6,
  request,
  response,
  handle: ({ groupId, topics, groups }, { broker, version }) => ({
    topics: version < 8 ? committed(broker, groupId, topics) : [],
    groups: groups.map((group) => {
      const found = committed(broker, group.groupId, group.topics);
      return { groupId: group.groupId, topics: found, errorCode: ErrorCode.NONE };
    }),
  }),
});
