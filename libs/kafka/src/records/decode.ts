import { Logger } from '@nestjs/common';
import { COMPRESSIONS } from './compression.ts';
import { arrivesInBatches, type Limits, limitsOf, OWN } from './limits.ts';
import type { KafkaMessage } from './message.ts';
import { type Place, quarantineReason } from './quarantine.ts';
import { checkSum, type RecordBatch, recordsOf, splitBatches } from './record-batch.ts';
import { RecordReader } from './record-reader.ts';

/** Batch fields that kafkajs's consumer needs to skip records of aborted transactions. */
type Context = { producerId: string; inTransaction: boolean };

/** Last supported timestamp in milliseconds since 1970. Publishers may send any 64-bit number; later timestamps become this one. */
const LAST_MOMENT = Date.UTC(2200, 0, 1) - 1;

const logger = new Logger('Kafka');

/** Decodes a partition's part of a fetch. A batch that cannot be read becomes one unreadable record at its last offset. */
export async function decodeRecordSet(bytes: Buffer, place: Place): Promise<KafkaMessage[]> {
  const messages: KafkaMessage[] = [];
  for (const batch of splitBatches(bytes)) {
    if (arrivesInBatches(place.topic)) messages.push(asWhole(batch, place));
    else for (const message of await decodeBatch(batch, place)) messages.push(message);
  }
  return messages;
}

/** Decodes one batch within the topic's limits. Never throws, whatever the batch contains. */
export async function decodeBatch(batch: RecordBatch, place: Place): Promise<KafkaMessage[]> {
  try {
    const records = await readRecords(batch, limitsOf(place.topic));
    return toMessages(batch, records, place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { baseOffset: first, lastOffset: last, bytes } = batch;
    logger.error(
      { ...place, first, last, bytes: bytes.length, reason },
      'record batch is unreadable, rejecting all its records',
    );
    return [unreadableBatch(batch, reason)];
  }
}

/** Verifies and decompresses a batch. @throws RangeError when the records cannot be read. */
async function readRecords(batch: RecordBatch, limits: Limits): Promise<RecordReader> {
  if (batch.magic !== 2) throw new RangeError(`format v${batch.magic} is not supported`);
  if (batch.count > limits.records)
    throw new RangeError(`the batch has ${batch.count} records, at most ${limits.records} are read`);
  checkSum(batch);
  if (batch.count <= 0 && recordsOf(batch).length > 0) throw new RangeError('the batch claims to have no records');
  const compression = COMPRESSIONS.get(batch.compression);
  if (!compression) throw new RangeError(`there is no compression ${batch.compression}`);
  try {
    return new RecordReader(await compression.decompress(recordsOf(batch)), limits);
  } catch (error) {
    throw new RangeError(`${compression.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function toMessages(batch: RecordBatch, reader: RecordReader, place: Place): KafkaMessage[] {
  const context = contextOf(batch);
  // Compaction leaves batches without records. A consumer still has to move past such a batch.
  if (batch.count <= 0) return [{ ...recordOf(batch, context), isControlRecord: true }];
  const messages: KafkaMessage[] = [];
  const { baseOffset, isStampedByKafka, timestamp } = batch;
  const stamped = toTimestamp(timestamp);
  const isOwn = limitsOf(place.topic) === OWN;
  for (let index = 0, last = -1; index < batch.count; index += 1) {
    const record = reader.next();
    const offset = baseOffset + record.offsetDelta;
    if (record.offsetDelta <= last || offset > batch.lastOffset) throw new RangeError('an offset is out of order');
    last = record.offsetDelta;
    const unreadable = record.excess ?? quarantineReason(place, offset, timestamp);
    const isReadable = unreadable === null;
    messages.push({
      magicByte: 2,
      attributes: 0,
      timestamp: isStampedByKafka ? stamped : toTimestamp(timestamp + record.timestampDelta),
      offset: String(offset),
      key: isReadable || isOwn ? record.key : null,
      value: record.value,
      headers: isReadable || isOwn ? record.headers : {},
      isControlRecord: batch.isControl,
      batchContext: context,
      unreadable,
    });
  }
  return messages;
}

/** Creates one record for a whole batch. The record has the batch's last offset, so that reading continues after the batch. */
const recordOf = (batch: RecordBatch, batchContext: Context) => ({
  magicByte: 2,
  attributes: 0,
  timestamp: toTimestamp(batch.timestamp),
  offset: String(batch.lastOffset),
  key: null,
  value: null,
  headers: {},
  isControlRecord: batch.isControl,
  batchContext,
  unreadable: null,
});

/** Creates one record that stands for an unreadable batch. The record's value is the batch as stored by Kafka. */
export function unreadableBatch(batch: RecordBatch, reason: string): KafkaMessage {
  const { baseOffset, lastOffset, bytes } = batch;
  const subject =
    lastOffset > baseOffset ? `the batch with the offsets ${baseOffset} to ${lastOffset}` : 'the batch of this record';
  const unreadable = `${subject} has ${bytes.length} bytes and cannot be read: ${reason}`;
  return { ...recordOf(batch, contextOf(batch)), value: bytes, unreadable };
}

const asWhole = (batch: RecordBatch, place: Place): KafkaMessage => {
  const reason = quarantineReason(place, batch.lastOffset, batch.timestamp);
  if (reason !== null) return unreadableBatch(batch, reason);
  return { ...recordOf(batch, contextOf(batch)), recordBatch: batch };
};

const contextOf = ({ producerId, isTransactional }: RecordBatch): Context => ({
  producerId,
  inTransaction: isTransactional,
});

const toTimestamp = (moment: number): string => String(Math.min(Math.max(moment, 0), LAST_MOMENT));
