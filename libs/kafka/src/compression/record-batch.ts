import { crc32c } from '@node-rs/crc32';

/** Format v2: a header, then the records, perhaps compressed. Positions of the header's fields. */
const BATCH_LENGTH = 8;
const MAGIC = 16;
const CRC = 17;
const ATTRIBUTES = 21;
const LAST_OFFSET_DELTA = 23;
const RECORD_COUNT = 57;
const HEADER_BYTES = 61;
/** Base offset and batch length, which the length does not count. */
const LENGTH_PREFIX = 12;

/** One record batch as Kafka keeps it. */
export type RecordBatch = {
  bytes: Buffer;
  records: Buffer;
  baseOffset: bigint;
  lastOffsetDelta: number;
  count: number;
};

/**
 * The batch around `records`: kafkajs hands a codec a view into the answer that they came in, so the header stands before
 * them in the same memory. Null when it does not: in message formats before v2.
 */
export function batchAround(records: Buffer): RecordBatch | null {
  const start = records.byteOffset - HEADER_BYTES;
  if (start < 0) return null;
  const bytes = Buffer.from(records.buffer, start, HEADER_BYTES + records.length);
  if (bytes[MAGIC] !== 2 || bytes.readInt32BE(BATCH_LENGTH) + LENGTH_PREFIX !== bytes.length) return null;
  return {
    bytes,
    records,
    baseOffset: bytes.readBigInt64BE(0),
    lastOffsetDelta: bytes.readInt32BE(LAST_OFFSET_DELTA),
    count: bytes.readInt32BE(RECORD_COUNT),
  };
}

/** @throws RangeError when the batch is not what its producer and Kafka wrote. */
export function checkSum({ bytes }: RecordBatch): void {
  if (crc32c(bytes.subarray(ATTRIBUTES)) !== bytes.readUInt32BE(CRC))
    throw new RangeError('the checksum does not match the batch');
}

/** @throws RangeError when `records`, decompressed, are not as many well-formed records as the batch's header says. */
export function checkRecords(records: Buffer, { count, lastOffsetDelta }: RecordBatch): void {
  const reader = new Reader(records);
  for (let index = 0, last = -1; index < count; index += 1) {
    const offsetDelta = reader.record();
    if (offsetDelta <= last || offsetDelta > lastOffsetDelta) throw new RangeError('an offset is out of order');
    last = offsetDelta;
  }
}

/** Walks through records without keeping anything of them. */
class Reader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** @returns the record's distance from the batch's first offset. */
  record(): number {
    const length = this.varint();
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw cutShort();
    this.at += 1; // attributes
    this.varint(); // milliseconds after the batch's first
    const offsetDelta = this.varint();
    this.field();
    this.field();
    for (let headers = this.varint(); headers > 0; headers -= 1) {
      this.field();
      this.field();
    }
    if (this.at !== end) throw new RangeError('a record has another length than it says');
    return offsetDelta;
  }

  private field(): void {
    const length = this.varint();
    this.at += Math.max(0, length);
    if (this.at > this.bytes.length) throw cutShort();
  }

  /** Zigzag, of up to 64 bits; lengths and distances have 32. */
  private varint(): number {
    let value = 0;
    for (let factor = 1, digits = 0; digits < 10; factor *= 128, digits += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw cutShort();
      this.at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
    throw new RangeError('a number in a record is too long');
  }
}

const cutShort = (): RangeError => new RangeError('a record ends too early');
