import type { PartitionLog } from './partition-log.ts';
import { HEADER_BYTES, isCompressed, readBatchHeader, usesLogAppendTime } from './record-batch.ts';
import { findRecordByTime } from './records.ts';
import { slabs } from '../storage/slab-pool.ts';

interface OffsetAtTime {
  readonly offset: number;
  readonly timestamp: number;
}

/**
 * Finds the first record at or after `timestamp`. In a compressed batch with the producer's timestamps it returns the batch's first
 * offset instead, so a consumer may get earlier records of this one batch.
 */
export function findOffsetByTime(log: PartitionLog, timestamp: number): OffsetAtTime | undefined {
  const segment = log.segmentAt(timestamp);
  if (segment === undefined) return undefined;
  const bytes = segment.readBatches(segment.locateTime(timestamp), 0, true);
  try {
    return recordAt(log, bytes, timestamp);
  } finally {
    slabs.release(bytes);
  }
}

function recordAt(log: PartitionLog, bytes: Buffer, timestamp: number): OffsetAtTime | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const header = readBatchHeader(bytes);
  const offset = Math.max(header.baseOffset, log.logStartOffset);
  if (usesLogAppendTime(bytes)) return { offset, timestamp: header.maxTimestamp };
  if (isCompressed(bytes)) return { offset, timestamp: Math.max(header.baseTimestamp, timestamp) };
  const base = { offset: header.baseOffset, timestamp: header.baseTimestamp, count: header.recordCount };
  const found = findRecordByTime(bytes, HEADER_BYTES, base, timestamp);
  // Records at the beginning of the batch may be deleted.
  return found ? { ...found, offset: Math.max(found.offset, offset) } : { offset, timestamp: header.maxTimestamp };
}
