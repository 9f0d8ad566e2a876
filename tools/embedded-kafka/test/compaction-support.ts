import { expect } from '@jest/globals';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { CompactionConfig } from '../src/log/compaction/cleaning.ts';
import { recordsOf } from '../src/log/compaction/compact-batch.ts';
import { compactLog } from '../src/log/compaction/compact.ts';
import { LatestOffsets } from '../src/log/compaction/latest-offsets.ts';
import type { LogConfig } from '../src/log/partition-log.ts';
import { PartitionLog } from '../src/log/partition-log.ts';
import { isIntactBatch, readBatchHeader } from '../src/log/record-batch.ts';
import type { BatchOptions, TestRecord } from './support.ts';
import { recordBatch } from './support.ts';

export const config: LogConfig = {
  segmentBytes: 1_000,
  maxMessageBytes: 1024 * 1024,
  useLogAppendTime: true,
  requireKeys: true,
};
export const compaction: CompactionConfig = {
  segmentBytes: 4_000,
  minDirtyRatio: 0,
  minLagMs: 0,
  maxLagMs: Infinity,
  deleteRetentionMs: 1_000,
};
const { signal } = new AbortController();
export const codecs: (BatchOptions['compress'] | undefined)[] = [
  undefined,
  { codec: 1, bytes: (records) => gzipSync(records) },
  { codec: 4, bytes: (records) => zstdCompressSync(records) },
];

export interface Stored extends TestRecord {
  readonly offset: number;
}

/** Every record as a consumer reads it, each batch checked. */
export function readRecords(log: PartitionLog, maxBytes = 700): Stored[] {
  const stored: Stored[] = [];
  let next = log.logStartOffset;
  for (let bytes = log.read(next, maxBytes, true); bytes !== undefined; bytes = log.read(next, maxBytes, true)) {
    expect(bytes.length).toBeGreaterThan(0);
    for (let at = 0; at < bytes.length;) {
      expect(isIntactBatch(bytes, at)).toBe(true);
      const { byteLength, lastOffset } = readBatchHeader(bytes, at);
      for (const { offset, key, isTombstone, bytes: record } of recordsOf(bytes.subarray(at, at + byteLength)) ?? []) {
        // In these tests a value is the end of its record, before an empty list of headers, and carries its offset.
        const value = isTombstone ? null : /v\d+$/.exec(record.toString('latin1', 0, record.length - 1))?.[0];
        if (value === undefined) throw new Error('a value is damaged');
        stored.push({ offset, key: key?.toString() ?? null, value });
      }
      at += byteLength;
      next = lastOffset + 1;
    }
  }
  expect(next).toBe(log.nextOffset);
  return stored;
}

/** Appends batches of records; the value of each is its offset. */
export class Writer {
  readonly all: Stored[] = [];
  log: PartitionLog;
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
    this.log = new PartitionLog(path);
  }

  append(keys: readonly (readonly [key: string, deleted: boolean])[], codec = 0, now = 1_000): void {
    const start = this.log.nextOffset;
    const records = keys.map(([key, deleted], i) => ({ key, value: deleted ? null : `v${start + i}` }));
    this.log.append(recordBatch(records, { compress: codecs[codec] }), config, now);
    this.all.push(...records.map((record, i) => ({ ...record, offset: start + i })));
  }

  compact(now: number, changes: Partial<CompactionConfig> = {}, latest = new LatestOffsets()): Promise<number> {
    return compactLog(this.log, { config: { ...compaction, ...changes }, now, signal, latest });
  }

  reopen(): void {
    this.log.discard();
    this.log = new PartitionLog(this.path);
  }
}
