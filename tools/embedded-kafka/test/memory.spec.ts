import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import { PartitionLog } from '../src/log/partition-log.ts';
import { ProducerTable } from '../src/log/producer-table.ts';
import type { BatchHeader } from '../src/log/record-batch.ts';
import { SegmentIndex } from '../src/log/segment-index.ts';
import { Writer } from '../src/protocol/writer.ts';
import { slabs } from '../src/storage/slab-pool.ts';
import { batch, temporaryFolder } from './support.ts';

const SEGMENT_BYTES = 100_000;
const config = { segmentBytes: SEGMENT_BYTES, maxMessageBytes: 1_000_000, useLogAppendTime: true, requireKeys: false };
const large = 'x'.repeat(10_000);

let folder = temporaryFolder();
let log: PartitionLog;
beforeEach(() => {
  folder = temporaryFolder();
  log = new PartitionLog(join(folder.path, '0'));
});
afterEach(() => {
  log.close();
  folder.remove();
  jest.restoreAllMocks();
});

describe('a partition log', () => {
  it('releases the saved index of a full segment, and loads the index once for the next reads', async () => {
    const load = jest.spyOn(SegmentIndex, 'load');
    for (let count = 0; count < 50; count++) log.append(batch([large]), config);
    await log.flush();
    const read = (): number | undefined => log.read(12, 20_000, true)?.length;
    const length = read();
    expect(load).not.toHaveBeenCalled();
    log.releaseFullSegments();
    expect([read(), read()]).toEqual([length, length]);
    expect(load).toHaveBeenCalledTimes(1);
    log.releaseFullSegments();
    expect(read()).toBe(length);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keeps the index of a full segment in memory as long as the index is not saved to its file', () => {
    for (let count = 0; count < 50; count++) log.append(batch([large]), config);
    log.releaseFullSegments();
    const load = jest.spyOn(SegmentIndex, 'load');
    expect(log.read(12, 20_000, true)?.length).toBeGreaterThan(0);
    expect(load).not.toHaveBeenCalled();
  });

  it.each([5, 500, 3_000])('reuses the released buffer of a read of %i records', (records) => {
    const texts = Array.from({ length: records }, () => 'a record of some bytes'.repeat(10));
    for (let count = 0; count < 3; count++) log.append(batch(texts), { ...config, maxMessageBytes: 10_000_000 });
    const used = new Set<ArrayBufferLike>();
    for (let count = 0; count < 20; count++) {
      const bytes = log.read(records, 1_000_000, false) ?? Buffer.alloc(0);
      used.add(bytes.buffer);
      slabs.release(bytes);
    }
    expect(used.size).toBe(1);
  });

  it('has no more listeners than waiting fetches', () => {
    let calls = 0;
    const stops = Array.from({ length: 3 }, () => log.onAppend(() => (calls += 1)));
    for (let count = 0; count < 100; count++) log.onAppend(() => (calls += 1_000))();
    stops[1]?.();
    log.append(batch(['a']), config);
    expect(calls).toBe(2);
  });
});

describe('the table of producers', () => {
  const header = (producerId: number, at: number): BatchHeader => ({
    baseOffset: at,
    lastOffset: at,
    byteLength: 70,
    baseTimestamp: at,
    maxTimestamp: at,
    producerId,
    producerEpoch: 0,
    baseSequence: at,
    recordCount: 1,
  });

  it('keeps the 2,000 producers with the newest appends, and five batches of each producer', () => {
    const table = new ProducerTable();
    for (let id = 0; id < 2_000; id++) table.note(header(id, id));
    for (let at = 2_000; at < 2_010; at++) table.note(header(0, at));
    table.note(header(3_000, 2_010));
    table.note(header(3_001, 2_011));
    const ids = new Set(table.snapshot().map(([id]) => id));
    expect(ids.size).toBe(2_000);
    expect([0, 1, 2, 3, 3_000, 3_001].filter((id) => ids.has(id))).toEqual([0, 3, 3_000, 3_001]);
    expect(table.snapshot().find(([id]) => id === 0)?.[1].batches).toHaveLength(5);
  });
});

describe('a response', () => {
  it("retains no memory from Node's buffer pool", () => {
    const writer = new Writer();
    writer.int32(1);
    const bytes = writer.chunks().map(({ buffer }) => buffer.byteLength);
    expect(bytes).toEqual([256]);
  });
});
