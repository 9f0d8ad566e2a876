import { crc32c } from '@node-rs/crc32';

/** Byte positions of the header's fields in record batch format v2. The records, possibly compressed, follow the header. */
const BATCH_LENGTH = 8;
const MAGIC = 16;
const CRC = 17;
const ATTRIBUTES = 21;
const LAST_OFFSET_DELTA = 23;
const FIRST_TIMESTAMP = 27;
const MAX_TIMESTAMP = 35;
const PRODUCER_ID = 43;
const RECORD_COUNT = 57;
const HEADER_BYTES = 61;
/** Size in bytes of the first two fields, base offset and batch length. The batch length counts only the bytes after these fields. */
const LENGTH_PREFIX = 12;

const COMPRESSION = 0x07;
const LOG_APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;

export type RecordBatch = {
  bytes: Buffer;
  /** Version of the batch format. For versions other than 2, the fields after `lastOffset` have default values. */
  magic: number;
  baseOffset: number;
  lastOffset: number;
  /** Number of records stated in the header. */
  count: number;
  /** Kafka's number of the compression, a key of `COMPRESSIONS`. */
  compression: number;
  isControl: boolean;
  isTransactional: boolean;
  producerId: string;
  /** Milliseconds since 1970: the first record's timestamp, or the time of the append if Kafka stamps records. */
  timestamp: number;
  isStampedByKafka: boolean;
};

/** Splits a partition's part of a fetch into batches. Omits a truncated last batch, because the next fetch returns it whole. */
export function splitBatches(bytes: Buffer): RecordBatch[] {
  const batches: RecordBatch[] = [];
  for (let at = 0; at + MAGIC < bytes.length;) {
    const length = bytes.readInt32BE(at + BATCH_LENGTH) + LENGTH_PREFIX;
    if (length <= MAGIC || at + length > bytes.length) break;
    batches.push(readHeader(bytes.subarray(at, at + length)));
    at += length;
  }
  return batches;
}

function readHeader(bytes: Buffer): RecordBatch {
  const baseOffset = Number(bytes.readBigInt64BE(0));
  const magic = bytes.readInt8(MAGIC);
  if (magic !== 2 || bytes.length < HEADER_BYTES)
    return { ...UNKNOWN, bytes, magic, baseOffset, lastOffset: baseOffset };
  const attributes = bytes.readInt16BE(ATTRIBUTES);
  const isStampedByKafka = (attributes & LOG_APPEND_TIME) !== 0;
  return {
    bytes,
    magic,
    baseOffset,
    lastOffset: baseOffset + Math.max(0, bytes.readInt32BE(LAST_OFFSET_DELTA)),
    count: bytes.readInt32BE(RECORD_COUNT),
    compression: attributes & COMPRESSION,
    isControl: (attributes & CONTROL) !== 0,
    isTransactional: (attributes & TRANSACTIONAL) !== 0,
    producerId: String(bytes.readBigInt64BE(PRODUCER_ID)),
    timestamp: Number(bytes.readBigInt64BE(isStampedByKafka ? MAX_TIMESTAMP : FIRST_TIMESTAMP)),
    isStampedByKafka,
  };
}

const UNKNOWN = {
  count: 1,
  compression: 0,
  isControl: false,
  isTransactional: false,
  producerId: '-1',
  timestamp: 0,
  isStampedByKafka: true,
};

/** @throws RangeError when the batch is damaged. */
export function checkSum({ bytes }: RecordBatch): void {
  if (crc32c(bytes.subarray(ATTRIBUTES)) !== bytes.readUInt32BE(CRC))
    throw new RangeError('the checksum does not match the batch');
}

/** Returns the records of a batch, which may be compressed. */
export const recordsOf = ({ bytes }: RecordBatch): Buffer => bytes.subarray(HEADER_BYTES);
