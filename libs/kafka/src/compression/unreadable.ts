import type { KafkaMessage } from '../client.ts';
import type { RecordBatch } from './record-batch.ts';

/** Why, by the memory that the records in place of unreadable ones stand in: so no publisher can claim it of a record. */
const reasons = new WeakMap<ArrayBufferLike, string>();

/** Bytes of one record in place of an unreadable one, without its value. */
const RECORD_BYTES = 32;

/** Why this record is unreadable; null for a record as it was published. */
export const unreadableReason = ({ value }: Pick<KafkaMessage, 'value'>): string | null =>
  value === null ? null : (reasons.get(value.buffer) ?? null);

/**
 * Records in place of those that cannot be read: as many, at the same offsets, so that every reader passes them as it
 * passes others. The value of the first is the whole batch as Kafka keeps it; the others are empty.
 */
export function recordsInPlaceOf(batch: RecordBatch, reason: string): Buffer {
  const { bytes, baseOffset, lastOffsetDelta, count } = batch;
  // From a pool the memory would be shared with others.
  const records = Buffer.from(new ArrayBuffer(count * RECORD_BYTES + bytes.length));
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const isLast = index === count - 1;
    const record = encode(isLast ? lastOffsetDelta : index, index === 0 ? bytes : Buffer.alloc(0));
    at += record.copy(records, at);
  }
  const last = baseOffset + BigInt(lastOffsetDelta);
  const text = `offsets ${baseOffset} to ${last} were published in one batch that cannot be read: ${reason}`;
  reasons.set(records.buffer, count > 1 ? `${text}; its bytes are kept with offset ${baseOffset}` : text);
  return records.subarray(0, at);
}

/** A record without key and headers, at the batch's first moment. */
function encode(offsetDelta: number, value: Buffer): Buffer {
  const body = Buffer.concat([
    Buffer.from([0, 0]),
    varint(offsetDelta),
    varint(-1),
    varint(value.length),
    value,
    varint(0),
  ]);
  return Buffer.concat([varint(body.length), body]);
}

/** Zigzag. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}
