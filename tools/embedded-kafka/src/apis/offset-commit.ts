import { defineApi } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { between, since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int64, nullableString, string, type ReadOf } from '../protocol/types.ts';
import type { OffsetCommit } from '../groups/offset-store.ts';

const MAX_METADATA_BYTES = 4096;

const partition = struct({
  partitionIndex: int32,
  committedOffset: int64,
  committedLeaderEpoch: since(6, int32, -1),
  committedMetadata: nullableString,
});

const request = struct({
  groupId: string,
  generationId: int32,
  memberId: string,
  groupInstanceId: since(7, nullableString, null),
  retentionTimeMs: between(2, 4, int64, -1),
  topics: array(struct({ name: string, partitions: array(partition) })),
});

const response = struct({
  throttleTimeMs: since(3, int32, 0),
  topics: array(struct({ name: string, partitions: array(struct({ partitionIndex: int32, errorCode: int16 })) })),
});

type Topics = ReadOf<typeof request>['topics'];

function refuseAll(topics: Topics, errorCode: ErrorCode) {
  return topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map(({ partitionIndex }) => ({ partitionIndex, errorCode })),
  }));
}

/** Commits offsets. Writes all valid offsets as one journal line before it responds. */
export const offsetCommit = defineApi({
  key: 8,
  name: 'OffsetCommit',
  versions: [2, 9],
  flexibleFrom: 8,
  request,
  response,
  handle({ topics, retentionTimeMs, ...identity }, { broker, session: { permissions } }) {
    if (!permissions.allows('READ', 'GROUP', identity.groupId)) {
      return { topics: refuseAll(topics, ErrorCode.GROUP_AUTHORIZATION_FAILED) };
    }
    const commits: OffsetCommit[] = [];
    const answers: { partitionIndex: number; errorCode: ErrorCode }[] = [];
    const committedAt = Date.now();
    // Versions 2 to 4 may send a retention time.
    const expiry = retentionTimeMs < 0 ? {} : { expiresAt: committedAt + retentionTimeMs };
    let refused: ErrorCode = ErrorCode.NONE;
    const answered = topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex, committedOffset, committedLeaderEpoch, committedMetadata }) => {
        const answer = { partitionIndex, errorCode: ErrorCode.NONE as ErrorCode };
        if (!permissions.allows('READ', 'TOPIC', name)) {
          return { partitionIndex, errorCode: ErrorCode.TOPIC_AUTHORIZATION_FAILED };
        }
        if (broker.topics.find(name)?.partitions[partitionIndex] === undefined) {
          return { partitionIndex, errorCode: ErrorCode.UNKNOWN_TOPIC_OR_PARTITION };
        }
        answers.push(answer);
        if (Buffer.byteLength(committedMetadata ?? '') > MAX_METADATA_BYTES) {
          answer.errorCode = ErrorCode.OFFSET_METADATA_TOO_LARGE;
        } else {
          const place = { topic: name, partition: partitionIndex, offset: committedOffset };
          const rest = { leaderEpoch: committedLeaderEpoch, metadata: committedMetadata, committedAt };
          commits.push({ ...place, ...rest, ...expiry });
        }
        return answer;
      }),
    }));
    try {
      broker.coordinator.checkCommit(identity);
      broker.coordinator.offsets.commit(identity.groupId, commits);
    } catch (error) {
      const { errorCode, errorMessage } = toAnswer(error);
      refused = errorCode;
      if (errorCode === ErrorCode.KAFKA_STORAGE_ERROR) {
        broker.options.logger.warn(`offsets of ${identity.groupId} could not be written: ${errorMessage}`);
        // The protocol defines no storage error for commits. Clients retry after this error.
        refused = ErrorCode.COORDINATOR_NOT_AVAILABLE;
      }
    }
    if (refused !== ErrorCode.NONE) for (const answer of answers) answer.errorCode = refused;
    return { topics: answered };
  },
});
