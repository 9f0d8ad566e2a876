import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode } from '../protocol/error-code.ts';
import { between, since, struct, until } from '../protocol/struct.ts';
import {
  array,
  bool,
  int16,
  int32,
  int64,
  nullableArray,
  nullableString,
  string,
  type ReadOf,
} from '../protocol/types.ts';

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

const NONE = { committedOffset: -1, committedLeaderEpoch: -1, metadata: '' };

/** Reads a group's offsets. A topic that the client may not DESCRIBE gets an error, or is omitted if the client requests all topics. */
function committed(context: RequestContext, groupId: string, topics: ReadOf<typeof requestedTopic>[] | null) {
  const { broker, session } = context;
  const offsets = broker.coordinator.offsets.ofGroup(groupId);
  const maySee = ({ name }: { name: string }): boolean => session.permissions.allows('DESCRIBE', 'TOPIC', name);
  const all = [...offsets].map(([name, partitions]) => ({ name, partitionIndexes: [...partitions.keys()] }));
  return (topics ?? all.filter(maySee)).map((requested) => ({
    name: requested.name,
    partitions: requested.partitionIndexes.map((partitionIndex) => {
      if (!maySee(requested)) return { partitionIndex, ...NONE, errorCode: ErrorCode.TOPIC_AUTHORIZATION_FAILED };
      const found = offsets.get(requested.name)?.get(partitionIndex);
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

/** Response for an error of the whole group. Version 1 can report the error only for each partition. */
function refuse(topics: ReadOf<typeof requestedTopic>[] | null, version: number) {
  const errorCode = ErrorCode.GROUP_AUTHORIZATION_FAILED;
  if (version >= 2) return [];
  return (topics ?? []).map(({ name, partitionIndexes }) => ({
    name,
    partitions: partitionIndexes.map((partitionIndex) => ({ partitionIndex, ...NONE, errorCode })),
  }));
}

/** Returns a group's committed offsets of the requested topics, or of all topics if the request names none. -1 means no offset. */
export const offsetFetch = defineApi({
  key: 9,
  name: 'OffsetFetch',
  versions: [1, 9],
  flexibleFrom: 6,
  request,
  response,
  handle({ groupId, topics, groups }, context) {
    const { session, version } = context;
    const answer = (id: string, requested: typeof topics) => {
      const isAllowed = session.permissions.allows('DESCRIBE', 'GROUP', id);
      const errorCode = isAllowed ? ErrorCode.NONE : ErrorCode.GROUP_AUTHORIZATION_FAILED;
      return {
        groupId: id,
        errorCode,
        topics: isAllowed ? committed(context, id, requested) : refuse(requested, version),
      };
    };
    if (version < 8) return answer(groupId, topics);
    return { groups: groups.map((group) => answer(group.groupId, group.topics)) };
  },
});
