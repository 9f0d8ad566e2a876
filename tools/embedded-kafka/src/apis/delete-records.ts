import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int64, string } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

const request = struct({
  topics: array(struct({ name: string, partitions: array(struct({ partitionIndex: int32, offset: int64 })) })),
  timeoutMs: int32,
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  topics: array(
    struct({
      name: string,
      partitions: array(struct({ partitionIndex: int32, lowWatermark: int64, errorCode: int16 })),
    }),
  ),
});

/** Offset in a request that stands for the end of the partition. */
const END = -1;

/** @returns the partition's new first offset. */
function deleteBefore(context: RequestContext, name: string, index: number, offset: number): number {
  authorize(context, 'DELETE', 'TOPIC', name);
  const { topics } = context.broker;
  const log = topics.partition(name, index);
  // Compaction keeps the last record of each key forever, so records of compacted topics cannot be deleted by offset.
  if (!topics.get(name).config.deletes)
    throw new KafkaError(ErrorCode.POLICY_VIOLATION, 'the cleanup policy of the topic does not delete');
  const before = offset === END ? log.nextOffset : offset;
  if (before < 0 || before > log.nextOffset)
    throw new KafkaError(ErrorCode.OFFSET_OUT_OF_RANGE, `the partition ends at ${log.nextOffset}`);
  log.deleteBefore(before);
  return log.logStartOffset;
}

/** Deletes the records before an offset: clients cannot read them any more. The broker frees disk space only in whole segments. */
export const deleteRecords = defineApi({
  key: 21,
  name: 'DeleteRecords',
  versions: [0, 2],
  flexibleFrom: 2,
  request,
  response,
  handle: ({ topics }, context) => ({
    topics: topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionIndex, offset }) => {
        try {
          const lowWatermark = deleteBefore(context, name, partitionIndex, offset);
          return { partitionIndex, lowWatermark, errorCode: ErrorCode.NONE };
        } catch (error) {
          return { partitionIndex, lowWatermark: -1, errorCode: toAnswer(error).errorCode };
        }
      }),
    })),
  }),
});
