import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { appendFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PartitionLog, type LogConfig } from '../src/log/partition-log.ts';
import { isIntactBatch, readBatchHeader } from '../src/log/record-batch.ts';
import { SegmentFile } from '../src/log/segment-file.ts';
import { findOffsetByTime } from '../src/log/time-lookup.ts';
import { batch, temporaryFolder } from './support.ts';

const config: LogConfig = {
  segmentBytes: 1024 * 1024,
  maxMessageBytes: 1024 * 1024,
  useLogAppendTime: true,
  requireKeys: false,
};

let folder = temporaryFolder();
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, '0');
});
afterEach(() => folder.remove());

/** Reads all batches from `from` to the end like a consumer, and checks each batch. */
function readAll(log: PartitionLog, from = log.logStartOffset, maxBytes = 100_000): number[] {
  const offsets: number[] = [];
  let next = from;
  for (let bytes = log.read(next, maxBytes, true); bytes !== undefined; bytes = log.read(next, maxBytes, true)) {
    expect(bytes.length).toBeGreaterThan(0);
    for (let at = 0; at < bytes.length;) {
      expect(isIntactBatch(bytes, at)).toBe(true);
      const header = readBatchHeader(bytes, at);
      for (let offset = header.baseOffset; offset <= header.lastOffset; offset++) offsets.push(offset);
      at += header.byteLength;
      next = header.lastOffset + 1;
    }
  }
  return offsets;
}

const range = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, i) => start + i);
const large = 'x'.repeat(10_000);

function fill(log: PartitionLog, batches: number, changes: Partial<LogConfig> = {}): void {
  for (let i = 0; i < batches; i++) log.append(batch([large, 'b', 'c']), { ...config, ...changes });
}

describe('a partition log', () => {
  it('stamps batches with consecutive offsets, the append time and a valid checksum', () => {
    const log = new PartitionLog(path);
    expect(log.append(batch(['a', 'b']), config, 5_000)).toEqual({ baseOffset: 0, appendTime: 5_000 });
    expect(log.append(batch(['c']), config, 4_000)).toEqual({ baseOffset: 2, appendTime: 5_000 });
    expect(log.nextOffset).toBe(3);
    expect(readAll(log)).toEqual([0, 1, 2]);
    const second = log.read(2, 1_000, true);
    expect(second && readBatchHeader(second).maxTimestamp).toBe(5_000);
    log.close();
  });

  it("keeps the producer's timestamp if the topic uses CreateTime", () => {
    const log = new PartitionLog(path);
    const answer = log.append(batch(['a'], { timestamp: 77 }), { ...config, useLogAppendTime: false });
    expect(answer.appendTime).toBe(-1);
    expect(readBatchHeader(log.read(0, 1_000, true) ?? Buffer.alloc(61)).maxTimestamp).toBe(77);
    log.close();
  });

  it('rolls segments, and reads across segments from any offset with any size limit', () => {
    const log = new PartitionLog(path);
    fill(log, 40, { segmentBytes: 60_000 });
    expect(readdirSync(path).filter((name) => name.endsWith('.log')).length).toBeGreaterThan(5);
    const property = fc.property(fc.nat(119), fc.nat(200_000), (from, maxBytes) => {
      const offsets = readAll(log, from, maxBytes);
      expect(offsets.slice(offsets.indexOf(from))).toEqual(range(from, 120));
      expect(offsets.indexOf(from)).toBeLessThan(3);
    });
    fc.assert(property, { numRuns: 60 });
    log.close();
  });

  it('continues the reads of four consumers without searching for their offsets', () => {
    const log = new PartitionLog(path);
    fill(log, 40);
    const starts = [0, 30, 60, 90];
    for (const start of starts) expect(log.read(start, 15_000, true)).toBeDefined();
    const reads = jest.spyOn(SegmentFile.prototype, 'read');
    for (let step = 1; step < 8; step++) {
      for (const start of starts) {
        const bytes = log.read(start + 3 * step, 15_000, true);
        expect(bytes && readBatchHeader(bytes).baseOffset).toBe(start + 3 * step);
      }
    }
    expect(reads).toHaveBeenCalledTimes(28);
    reads.mockRestore();
    log.close();
  });

  it('returns no records at its end and rejects offsets out of range', () => {
    const log = new PartitionLog(path);
    fill(log, 1);
    expect(log.read(3, 100, true)).toBeUndefined();
    expect(() => log.read(4, 100, true)).toThrow('not in 0 to 3');
    expect(() => log.read(-1, 100, true)).toThrow('not in 0 to 3');
    expect(log.read(0, 100, false)?.length).toBe(0);
    log.close();
  });

  it('finds the first offset at or after a timestamp', () => {
    const log = new PartitionLog(path);
    for (let i = 0; i < 200; i++)
      log.append(batch([large, 'b'], { timestamp: i * 10 }), { ...config, useLogAppendTime: i % 2 === 0 }, i * 10);
    expect(findOffsetByTime(log, 0)).toEqual({ offset: 0, timestamp: 0 });
    expect(findOffsetByTime(log, 995)).toEqual({ offset: 200, timestamp: 1_000 });
    expect(findOffsetByTime(log, 1_010)).toEqual({ offset: 202, timestamp: 1_010 });
    expect(findOffsetByTime(log, 1_990)).toEqual({ offset: 398, timestamp: 1_990 });
    expect(findOffsetByTime(log, 1_991)).toBeUndefined();
    log.close();
  });
});

describe('opening a partition log', () => {
  it('continues after a clean close without rereading the log', () => {
    const log = new PartitionLog(path);
    fill(log, 30, { segmentBytes: 100_000 });
    log.close();
    const again = new PartitionLog(path);
    expect(again.append(batch(['z']), config).baseOffset).toBe(90);
    expect(readAll(again)).toEqual(range(0, 91));
    again.close();
  });

  it.each([1, 20, 60, 61, 500])('removes an incomplete batch of %i bytes from the end', (length) => {
    const log = new PartitionLog(path);
    fill(log, 5);
    log.discard();
    const file = join(path, '00000000000000000000.log');
    appendFileSync(file, batch(['torn', 'x'.repeat(1_000)]).subarray(0, length));
    let cut = 0;
    const again = new PartitionLog(path, (bytes) => (cut = bytes));
    expect(cut).toBe(length);
    expect(again.append(batch(['next']), config).baseOffset).toBe(15);
    expect(readAll(again)).toEqual(range(0, 16));
    again.close();
  });

  it('truncates the log at a damaged batch', () => {
    const log = new PartitionLog(path);
    fill(log, 4);
    log.discard();
    const file = join(path, '00000000000000000000.log');
    truncateSync(file, statSync(file).size - 1);
    appendFileSync(file, 'X');
    const again = new PartitionLog(path);
    expect(readAll(again)).toEqual(range(0, 9));
    again.close();
  });

  it.each([
    ['checkpoint', 'checkpoint.json'],
    ['index', '00000000000000000000.index'],
  ])('rebuilds a missing or damaged %s', (_, name) => {
    const write = (): PartitionLog => new PartitionLog(path);
    const log = write();
    fill(log, 30, { segmentBytes: 200_000 });
    log.close();
    for (const damage of [() => rmSync(join(path, name)), () => writeFileSync(join(path, name), 'no')]) {
      damage();
      const again = write();
      expect(readAll(again)).toEqual(range(0, 90));
      again.close();
    }
  });

  it('ignores a checkpoint beyond the end of the log', () => {
    const log = new PartitionLog(path);
    fill(log, 10);
    log.close();
    const file = join(path, '00000000000000000000.log');
    truncateSync(file, statSync(file).size - 5);
    const again = new PartitionLog(path);
    expect(readAll(again)).toEqual(range(0, 27));
    again.close();
  });

  it('uses a checkpoint that was written before the last records', async () => {
    const log = new PartitionLog(path);
    fill(log, 50, { segmentBytes: 200_000 });
    await log.flush();
    expect(readdirSync(path)).toContain('checkpoint.json');
    fill(log, 10);
    log.discard();
    const again = new PartitionLog(path);
    expect(readAll(again)).toEqual(range(0, 180));
    again.close();
  });
});

describe('removing old records', () => {
  it('deletes whole segments from the beginning, and stores the new first offset', () => {
    const log = new PartitionLog(path);
    fill(log, 40, { segmentBytes: 60_000 });
    expect(log.removeOldSegments((_, bytes) => bytes > 200_000)).toBeGreaterThan(0);
    const start = log.logStartOffset;
    expect(start).toBeGreaterThan(0);
    expect(() => log.read(0, 1, true)).toThrow('not in');
    log.discard();
    const again = new PartitionLog(path);
    expect(again.logStartOffset).toBe(start);
    expect(readAll(again)).toEqual(range(start, 120));
    again.close();
  });

  it('continues with the next offset after all records were removed', () => {
    const log = new PartitionLog(path);
    fill(log, 3);
    log.removeOldSegments(() => true);
    expect([log.logStartOffset, log.nextOffset, log.byteLength]).toEqual([9, 9, 0]);
    log.close();
    const again = new PartitionLog(path);
    expect(again.append(batch(['a']), config).baseOffset).toBe(9);
    again.close();
  });
});
