import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import { decompress } from './compression.ts';
import { combineCrc32c, crc32c } from './crc32c.ts';
import { validateRecords } from './records.ts';

/** Record batch format v2: a fixed header, then the records, which may be compressed. These are the positions of the header's fields. */
const BATCH_LENGTH = 8;
const LEADER_EPOCH = 12;
const MAGIC = 16;
const CRC = 17;
const ATTRIBUTES = 21;
const LAST_OFFSET_DELTA = 23;
const BASE_TIMESTAMP = 27;
const MAX_TIMESTAMP = 35;
const PRODUCER_ID = 43;
const PRODUCER_EPOCH = 51;
const BASE_SEQUENCE = 53;
const RECORD_COUNT = 57;
export const HEADER_BYTES = 61;
/** Bytes of base offset and batch length; the batch length does not include them. */
const LENGTH_PREFIX = 12;

const COMPRESSION_MASK = 0x07;
const LOG_APPEND_TIME_BIT = 0x08;
const TRANSACTIONAL_BIT = 0x10;
const CONTROL_BIT = 0x20;

/** The header of a batch at some position in a buffer. It is a view of that buffer. */
export interface BatchHeader {
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly byteLength: number;
  readonly baseTimestamp: number;
  readonly maxTimestamp: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly recordCount: number;
}

function int64(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4);
}

function writeInt64(bytes: Buffer, value: number, at: number): void {
  const high = Math.floor(value / 0x1_0000_0000);
  bytes.writeInt32BE(high, at);
  bytes.writeUInt32BE(value - high * 0x1_0000_0000, at + 4);
}

/** Total length of the batch at `position`; needs its first 12 bytes. */
export function batchByteLength(bytes: Buffer, position = 0): number {
  return LENGTH_PREFIX + bytes.readInt32BE(position + BATCH_LENGTH);
}

/** Last offset of the batch at `position`; needs its first 27 bytes. */
export function batchLastOffset(bytes: Buffer, position = 0): number {
  return int64(bytes, position) + bytes.readInt32BE(position + LAST_OFFSET_DELTA);
}

export function readBatchHeader(bytes: Buffer, position = 0): BatchHeader {
  return {
    baseOffset: int64(bytes, position),
    lastOffset: batchLastOffset(bytes, position),
    byteLength: batchByteLength(bytes, position),
    baseTimestamp: int64(bytes, position + BASE_TIMESTAMP),
    maxTimestamp: int64(bytes, position + MAX_TIMESTAMP),
    producerId: int64(bytes, position + PRODUCER_ID),
    producerEpoch: bytes.readInt16BE(position + PRODUCER_EPOCH),
    baseSequence: bytes.readInt32BE(position + BASE_SEQUENCE),
    recordCount: bytes.readInt32BE(position + RECORD_COUNT),
  };
}

export function usesLogAppendTime(bytes: Buffer, position = 0): boolean {
  return (bytes.readInt16BE(position + ATTRIBUTES) & LOG_APPEND_TIME_BIT) !== 0;
}

export function isCompressed(bytes: Buffer, position = 0): boolean {
  return codecOf(bytes, position) !== 0;
}

export function codecOf(bytes: Buffer, position = 0): number {
  return bytes.readInt16BE(position + ATTRIBUTES) & COMPRESSION_MASK;
}

/** @throws if the records are unreadable. */
function inflateRecords(batch: Buffer): Buffer {
  return decompress(codecOf(batch), batch.subarray(HEADER_BYTES));
}

/** Whether `bytes` contains a whole v2 batch at `position` with a correct checksum. Never throws. */
export function isIntactBatch(bytes: Buffer, position: number): boolean {
  if (bytes.length - position < HEADER_BYTES) return false;
  const end = position + batchByteLength(bytes, position);
  if (end - position < HEADER_BYTES || end > bytes.length || bytes[position + MAGIC] !== 2) return false;
  return crc32c(bytes, position + ATTRIBUTES, end) === bytes.readUInt32BE(position + CRC);
}

export interface BatchLimits {
  readonly maxMessageBytes: number;
  /** Compacted topics need a key in every record. */
  readonly requireKeys: boolean;
}

/**
 * Checks a producer's batch in the same order as Apache Kafka, so that a mistake gets the same error: shape, format, size, checksum,
 * content. Reads compressed records only if every record needs a key, or the batch claims many records.
 */
export function checkProducedBatch(bytes: Buffer, limits: BatchLimits): BatchHeader {
  const cutShort = (): KafkaError => new KafkaError(ErrorCode.INVALID_RECORD, 'there is no whole batch');
  if (bytes.length <= MAGIC) throw cutShort();
  const magic = bytes.readInt8(MAGIC);
  const length = batchByteLength(bytes);
  if (magic < 0 || magic > 2) throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, `unknown message format v${magic}`);
  if (length > bytes.length) throw cutShort();
  if (magic < 2) {
    throw new KafkaError(ErrorCode.INVALID_RECORD, `message format v${magic} is not accepted; send record batches v2`);
  }
  if (length < HEADER_BYTES) throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, `a batch of ${length} bytes`);
  if (length < bytes.length) throw new KafkaError(ErrorCode.INVALID_RECORD, 'more than one batch for the partition');
  if (length > limits.maxMessageBytes) {
    const text = `a batch of ${length} bytes is larger than max.message.bytes=${limits.maxMessageBytes}`;
    throw new KafkaError(ErrorCode.MESSAGE_TOO_LARGE, text);
  }
  const header = readBatchHeader(bytes);
  checkFields(bytes, header);
  return header;
}

function checkFields(bytes: Buffer, header: BatchHeader): void {
  const attributes = bytes.readInt16BE(ATTRIBUTES);
  if (header.baseOffset !== 0) throw new KafkaError(ErrorCode.INVALID_RECORD, 'the base offset must be 0');
  if (header.recordCount < 1 || header.lastOffset !== header.recordCount - 1) {
    throw new KafkaError(ErrorCode.INVALID_RECORD, 'record count and last offset delta do not agree');
  }
  if (attributes & CONTROL_BIT) throw new KafkaError(ErrorCode.INVALID_RECORD, 'clients may not write control batches');
  if (attributes & TRANSACTIONAL_BIT) throw new KafkaError(ErrorCode.INVALID_RECORD, 'transactions are not supported');
}

/**
 * If a compressed batch claims more records than this, it is decompressed and checked, because consumers allocate memory for each claimed
 * record.
 */
const MAX_UNREAD_RECORDS = 100_000;

/** Reads compressed records only if every record needs a key, or the batch claims many records. */
function checkRecords(bytes: Buffer, { requireKeys }: BatchLimits): void {
  const count = bytes.readInt32BE(RECORD_COUNT);
  if (!isCompressed(bytes)) return validateRecords(bytes, HEADER_BYTES, count, requireKeys);
  if (!requireKeys && count <= MAX_UNREAD_RECORDS) return;
  let records: Buffer;
  try {
    records = inflateRecords(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, `the records cannot be decompressed: ${reason}`);
  }
  validateRecords(records, 0, count, requireKeys);
}

interface Stamp {
  readonly baseOffset: number;
  readonly leaderEpoch: number;
  /** LogAppendTime to write into the batch; null keeps the producer's timestamps. */
  readonly appendTime: number | null;
}

/**
 * Checks checksum and records, then writes offset, epoch and time into the batch, in place. It reads the records once: the new
 * checksum combines the checksums of the new header and of the records.
 */
export function sealProducedBatch(bytes: Buffer, stamp: Stamp, limits: BatchLimits): void {
  const tail = crc32c(bytes, HEADER_BYTES);
  const tailBytes = bytes.length - HEADER_BYTES;
  if (combineCrc32c(crc32c(bytes, ATTRIBUTES, HEADER_BYTES), tail, tailBytes) !== bytes.readUInt32BE(CRC)) {
    throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, 'the checksum does not match the batch');
  }
  const attributes = bytes.readInt16BE(ATTRIBUTES);
  if ((attributes & COMPRESSION_MASK) > 4) throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, 'unknown compression');
  checkRecords(bytes, limits);
  writeInt64(bytes, stamp.baseOffset, 0);
  bytes.writeInt32BE(stamp.leaderEpoch, LEADER_EPOCH);
  const stamped = stamp.appendTime === null ? attributes & ~LOG_APPEND_TIME_BIT : attributes | LOG_APPEND_TIME_BIT;
  if (stamped === attributes && stamp.appendTime === null) return;
  bytes.writeInt16BE(stamped, ATTRIBUTES);
  if (stamp.appendTime !== null) writeInt64(bytes, stamp.appendTime, MAX_TIMESTAMP);
  bytes.writeUInt32BE(combineCrc32c(crc32c(bytes, ATTRIBUTES, HEADER_BYTES), tail, tailBytes), CRC);
}
