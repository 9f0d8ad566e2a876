import { inflateRecords, readBatchHeader, replaceRecords, usesLogAppendTime } from '../record-batch.ts';
import type { RecordView } from '../records.ts';
import { readRecords } from '../records.ts';

/** A record with its offset in the log. */
export interface PlacedRecord extends RecordView {
  readonly offset: number;
}

/** The records of a batch, `undefined` where they cannot be read: what is damaged is kept as it came. */
export function recordsOf(batch: Buffer): PlacedRecord[] | undefined {
  const { baseOffset, recordCount } = readBatchHeader(batch);
  try {
    return Array.from(readRecords(inflateRecords(batch), recordCount), (record) =>
      Object.assign(record, { offset: baseOffset + record.offsetDelta }),
    );
  } catch {
    return undefined;
  }
}

/** The batch with the `kept` ones of its `records`, offsets as they were; itself when all are kept, `undefined` when none is. */
export function withRecords(
  batch: Buffer,
  records: readonly PlacedRecord[],
  kept: readonly PlacedRecord[],
): Buffer | undefined {
  if (kept.length === records.length) return batch;
  if (kept.length === 0) return undefined;
  const header = readBatchHeader(batch);
  const latest = kept.reduce((time, record) => Math.max(time, header.baseTimestamp + record.timestampDelta), -1);
  const maxTimestamp = usesLogAppendTime(batch) ? header.maxTimestamp : latest;
  return replaceRecords(
    batch,
    kept.map(({ bytes }) => bytes),
    maxTimestamp,
  );
}
