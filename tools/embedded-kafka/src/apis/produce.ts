import { Codec } from '../log/compression.ts';
import { HEADER_BYTES, codecOf } from '../log/record-batch.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { MalformedRequest } from '../protocol/reader.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int64, nullableString, records, string, type ReadOf } from '../protocol/types.ts';
import { authorize } from './authorization.ts';

const ZSTD_SINCE = 7;

const partitionData = struct({ index: int32, records });

const request = struct({
  transactionalId: since(3, nullableString, null),
  acks: int16,
  timeoutMs: int32,
  topics: array(struct({ name: string, partitions: array(partitionData) })),
});

const partitionResponse = struct({
  index: int32,
  errorCode: int16,
  baseOffset: int64,
  logAppendTimeMs: since(2, int64, -1),
  logStartOffset: since(5, int64, -1),
  recordErrors: since(8, array(struct({ batchIndex: int32, message: nullableString })), []),
  errorMessage: since(8, nullableString, null),
});

const response = struct({
  responses: array(struct({ name: string, partitions: array(partitionResponse) })),
  throttleTimeMs: since(1, int32, 0),
});

interface Produced {
  readonly acks: number;
  readonly transactionalId: string | null;
}

function checkRequest({ acks, transactionalId }: Produced, topic: string, context: RequestContext): void {
  if (transactionalId !== null) authorize(context, 'WRITE', 'TRANSACTIONAL_ID', transactionalId);
  authorize(context, 'WRITE', 'TOPIC', topic);
  if (acks < -1 || acks > 1) throw new KafkaError(ErrorCode.INVALID_REQUIRED_ACKS, `acks=${acks}`);
  if (transactionalId !== null) throw new KafkaError(ErrorCode.INVALID_REQUEST, 'transactions are not supported');
  if (context.version < 3) {
    const text = 'message formats v0 and v1 are not accepted; use Produce v3 or later';
    throw new KafkaError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, text);
  }
}

interface PartitionAnswer {
  readonly index: number;
  readonly errorCode: ErrorCode;
  readonly errorMessage?: string;
  readonly baseOffset: number;
  readonly logAppendTimeMs?: number;
  readonly logStartOffset?: number;
}

function append(
  name: string,
  { index, records: batch }: ReadOf<typeof partitionData>,
  { broker, version }: RequestContext,
): PartitionAnswer {
  const log = broker.topics.partition(name, index);
  if (batch === null) throw new KafkaError(ErrorCode.INVALID_RECORD, 'no records');
  if (version < ZSTD_SINCE && batch.length >= HEADER_BYTES && codecOf(batch) === Codec.ZSTD) {
    throw new KafkaError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, `zstd needs Produce v${ZSTD_SINCE}`);
  }
  const { baseOffset, appendTime } = log.append(batch, broker.topics.get(name).config);
  const { logStartOffset } = log;
  return { index, errorCode: ErrorCode.NONE, baseOffset, logAppendTimeMs: appendTime, logStartOffset };
}

function refuse(name: string, index: number, error: unknown, { broker }: RequestContext): PartitionAnswer {
  const answer = toAnswer(error);
  const { KAFKA_STORAGE_ERROR, UNKNOWN_SERVER_ERROR } = ErrorCode;
  if (answer.errorCode === KAFKA_STORAGE_ERROR || answer.errorCode === UNKNOWN_SERVER_ERROR) {
    broker.options.logger.warn(`produce to ${name}-${index} failed: ${answer.errorMessage}`);
  }
  return { index, baseOffset: -1, ...answer };
}

interface TopicAnswer {
  readonly name: string;
  readonly partitions: PartitionAnswer[];
}

/** Waits until the appended batches are on disk; if the disk fails, replaces the response by an error. */
async function flushAppended(responses: readonly TopicAnswer[], context: RequestContext): Promise<void> {
  for (const { name, partitions } of responses) {
    for (const [at, { errorCode, index }] of partitions.entries()) {
      if (errorCode !== ErrorCode.NONE) continue;
      try {
        await context.broker.topics.partition(name, index).flush();
      } catch (error) {
        partitions[at] = refuse(name, index, error, context);
      }
    }
  }
}

/**
 * Appends batches. Versions before 3 carry old message formats and get an error. ApiVersions lists them nevertheless: librdkafka
 * concludes from their absence that the broker does not support compression.
 */
export const produce = defineApi({
  key: 0,
  name: 'Produce',
  versions: [0, 11],
  flexibleFrom: 9,
  request,
  response,
  handle({ acks, transactionalId, topics }, context) {
    const responses: TopicAnswer[] = topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map((partition) => {
        try {
          checkRequest({ acks, transactionalId }, name, context);
          return append(name, partition, context);
        } catch (error) {
          return refuse(name, partition.index, error, context);
        }
      }),
    }));
    if (acks !== 0) {
      const durable = context.broker.options.flushBeforeAck ? flushAppended(responses, context) : undefined;
      return durable === undefined ? { responses } : durable.then(() => ({ responses }));
    }
    // With acks=0 there is no response, so closing the connection is the only way to report a failure.
    const answers = responses.flatMap(({ partitions }) => partitions);
    const failed = answers.find(({ errorCode }) => errorCode !== ErrorCode.NONE);
    if (failed !== undefined) throw new MalformedRequest(`produce without acks refused: ${failed.errorMessage}`);
    return undefined;
  },
});
