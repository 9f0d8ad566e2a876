import { LEADER_EPOCH, type PartitionLog } from '../log/partition-log.ts';
import { findOffsetByTime } from '../log/time-lookup.ts';
import { defineApi } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int64, int8, string } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

/** The special timestamp that stands for the end of the log. The three constants below stand for other positions. */
const LATEST = -1;
const EARLIEST = -2;
const MAX_TIMESTAMP = -3;
const EARLIEST_LOCAL = -4;

const request = struct({
  replicaId: int32,
  isolationLevel: since(2, int8, 0),
  topics: array(
    struct({
      name: string,
      partitions: array(struct({ partitionIndex: int32, currentLeaderEpoch: since(4, int32, -1), timestamp: int64 })),
    }),
  ),
  timeoutMs: since(10, int32, 0),
});

const partitionResponse = struct({
  partitionIndex: int32,
  errorCode: int16,
  timestamp: int64,
  offset: int64,
  leaderEpoch: since(4, int32, -1),
});

const response = struct({
  throttleTimeMs: since(2, int32, 0),
  topics: array(struct({ name: string, partitions: array(partitionResponse) })),
});

function lookUp(log: PartitionLog, timestamp: number): { offset: number; timestamp: number } {
  const none = { offset: -1, timestamp: -1 };
  if (timestamp === LATEST) return { offset: log.nextOffset, timestamp: -1 };
  if (timestamp === EARLIEST || timestamp === EARLIEST_LOCAL) return { offset: log.logStartOffset, timestamp: -1 };
  if (timestamp === MAX_TIMESTAMP)
    return log.maxTimestamp < 0 ? none : (findOffsetByTime(log, log.maxTimestamp) ?? none);
  return timestamp < 0 ? none : (findOffsetByTime(log, timestamp) ?? none);
}

/** Finds offsets by position or by time. Returns -1 if all records are older than the requested time. */
export const listOffsets = defineApi({
  key: 2,
  name: 'ListOffsets',
  versions: [1, 10],
  flexibleFrom: 6,
  request,
  response,
  handle: ({ topics }, context) => ({
    topics: topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex, timestamp }) => {
        try {
          authorize(context, 'DESCRIBE', 'TOPIC', name);
          const found = lookUp(context.broker.topics.partition(name, partitionIndex), timestamp);
          const leaderEpoch = found.offset < 0 ? -1 : LEADER_EPOCH;
          return { partitionIndex, errorCode: ErrorCode.NONE, ...found, leaderEpoch };
        } catch (error) {
          return { partitionIndex, errorCode: toAnswer(error).errorCode, timestamp: -1, offset: -1 };
        }
      }),
    })),
  }),
});
