import { ErrorCode, KafkaError } from '../protocol/error-code.ts';

function invalid(reason: string): KafkaError {
  return new KafkaError(ErrorCode.INVALID_RECORD, reason);
}

/** Reads the zigzag varints of uncompressed records, without copying. */
class RecordCursor {
  position: number;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer, position: number) {
    this.bytes = bytes;
    this.position = position;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 10; count++) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) throw invalid('a record ends within a number');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      scale *= 128;
    }
    throw invalid('a number of more than ten bytes');
  }

  skip(length: number): void {
    this.position += length;
  }
}

/**
 * Checks uncompressed records, so that every consumer can read the batch: each record has the next offset delta, its
 * key fits into the record, and the records fill the batch. With `requireKeys`, every record needs a key.
 */
export function validateRecords(batch: Buffer, start: number, count: number, requireKeys: boolean): void {
  const cursor = new RecordCursor(batch, start);
  for (let index = 0; index < count; index++) {
    const length = cursor.varint();
    const end = cursor.position + length;
    if (length < 0 || end > batch.length) throw invalid(`record ${index} does not fit its batch`);
    cursor.skip(1);
    cursor.varint();
    if (cursor.varint() !== index) throw invalid(`record ${index} has another offset delta`);
    const keyLength = cursor.varint();
    if (requireKeys && keyLength < 0) throw invalid('a compacted topic needs a key in every record');
    if (cursor.position + Math.max(keyLength, 0) > end) throw invalid(`the key of record ${index} is too long`);
    cursor.position = end;
  }
  if (cursor.position !== batch.length) throw invalid('bytes are left after the last record');
}

/** Offset and time of the first record at or after `timestamp`, in an uncompressed batch with the producer's timestamps. */
export function findRecordByTime(
  batch: Buffer,
  start: number,
  base: { readonly offset: number; readonly timestamp: number; readonly count: number },
  timestamp: number,
): { offset: number; timestamp: number } | undefined {
  const cursor = new RecordCursor(batch, start);
  for (let index = 0; index < base.count; index++) {
    const length = cursor.varint();
    const end = cursor.position + length;
    cursor.skip(1);
    const time = base.timestamp + cursor.varint();
    if (time >= timestamp) return { offset: base.offset + cursor.varint(), timestamp: time };
    cursor.position = end;
  }
  return undefined;
}
