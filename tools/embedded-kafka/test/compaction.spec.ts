import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CompactionConfig } from '../src/log/compaction/cleaning.ts';
import { compactLog } from '../src/log/compaction/compact.ts';
import { LatestOffsets } from '../src/log/compaction/latest-offsets.ts';
import { PartitionLog } from '../src/log/partition-log.ts';
import { readBatchHeader } from '../src/log/record-batch.ts';
import type { Stored } from './compaction-support.ts';
import { compaction, config, readRecords, Writer } from './compaction-support.ts';
import { recordBatch, temporaryFolder } from './support.ts';

/** What should be there after a pass that looked at offsets below `upTo`; tombstones below `horizon` have had their time. */
function expected(all: readonly Stored[], upTo: number, horizon: number): Stored[] {
  const latest = new Map(all.filter(({ offset }) => offset < upTo).map(({ key, offset }) => [key, offset]));
  const end = all.at(-1)?.offset;
  return all.filter(({ key, offset, value }) => {
    if (offset >= upTo || offset === end) return true;
    return latest.get(key) === offset && (value !== null || offset >= horizon);
  });
}

let folder = temporaryFolder();
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, '0');
});
afterEach(() => folder.remove());

const key = fc.oneof(
  fc.nat(8).map((n) => `k${n}`),
  fc.nat(3).map((n) => `${'long'.repeat(20)}${n}`),
);
const records = fc.array(
  fc.tuple(
    key,
    fc.nat(5).map((n) => n === 0),
  ),
  { minLength: 1, maxLength: 6 },
);
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ records, codec: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant('roll' as const) },
  { weight: 2, arbitrary: fc.constant('compact' as const) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
);

describe('compaction', () => {
  it('keeps the last record of each key at its offset for any history', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      folder.remove();
      const writer = new Writer(path);
      let now = 1_000;
      let model: Stored[] = [];
      let upTo = 0;
      const passes: { upTo: number; at: number }[] = [];
      for (const next of steps) {
        if (next === 'roll' && writer.log.byteLength > 0) writer.log.roll();
        else if (next === 'reopen') writer.reopen();
        else if (next === 'compact') {
          await writer.log.flush();
          const full = writer.log.fullSegments().at(-1);
          const horizon = passes.findLast(({ at }) => at <= now - compaction.deleteRetentionMs)?.upTo ?? 0;
          await writer.compact(now);
          const ran = writer.log.cleanings.at(-1)?.at === now;
          if (ran && full !== undefined) {
            upTo = full.nextOffset;
            passes.push({ upTo, at: now });
            model = expected(model, upTo, horizon);
          }
        } else if (typeof next === 'object') {
          const before = writer.all.length;
          writer.append(next.records, next.codec, now);
          model.push(...writer.all.slice(before));
        }
        now += 400;
      }
      expect(readRecords(writer.log)).toEqual(model);
      writer.log.close();
      writer.log = new PartitionLog(path);
      expect(readRecords(writer.log)).toEqual(model);
      writer.log.close();
    });
    await fc.assert(property, { numRuns: 150 });
  });
});

describe('a compaction pass', () => {
  const values = (writer: Writer): string[] =>
    readRecords(writer.log).map(({ offset, key, value }) => `${offset} ${key}=${value}`);

  it('keeps tombstones for their retention, then removes them without new records', async () => {
    const writer = new Writer(path);
    writer.append([
      ['a', false],
      ['b', false],
    ]);
    writer.append([['a', true]]);
    writer.append([['c', false]]);
    writer.log.roll();
    expect(await writer.compact(5_000)).toBeGreaterThan(0);
    expect(values(writer)).toEqual(['1 b=v1', '2 a=null', '3 c=v3']);
    expect(await writer.compact(5_999)).toBe(0);
    writer.reopen();
    expect(await writer.compact(6_000)).toBeGreaterThan(0);
    expect(values(writer)).toEqual(['1 b=v1', '3 c=v3']);
    expect(await writer.compact(9_000)).toBe(0);
    writer.log.close();
  });

  it('keeps the last record of the log even if it is a tombstone, so that readers reach the end', async () => {
    const writer = new Writer(path);
    writer.append([['a', false]]);
    writer.append([['a', true]]);
    writer.log.roll();
    await writer.compact(5_000);
    await writer.compact(9_000);
    expect(values(writer)).toEqual(['1 a=null']);
    writer.append([['b', false]]);
    writer.log.roll();
    await writer.compact(12_000);
    expect(values(writer)).toEqual(['2 b=v2']);
    writer.log.close();
  });

  it('stops when its key map is full and the next pass continues from there', async () => {
    const writer = new Writer(path);
    for (let i = 0; i < 40; i++) writer.append([[`k${i % 20}`, false]]);
    writer.log.roll();
    let passes = 0;
    while ((writer.log.cleanings.at(-1)?.upTo ?? 0) < 40) {
      await writer.compact(5_000 + passes++, {}, new LatestOffsets(7));
    }
    expect(passes).toBe(6);
    expect(readRecords(writer.log)).toEqual(writer.all.slice(20));
    writer.log.close();
  });

  it('merges small segments', async () => {
    const writer = new Writer(path);
    for (let i = 0; i < 60; i++) {
      writer.append([[`k${i}`, false]]);
      writer.log.roll();
    }
    await writer.compact(5_000);
    expect(readdirSync(path).filter((name) => name.endsWith('.log')).length).toBeLessThan(6);
    expect(readRecords(writer.log)).toEqual(writer.all);
    writer.log.close();
  });

  it.each<[string, Partial<CompactionConfig>, boolean]>([
    ['too little is new', { minDirtyRatio: 0.9 }, false],
    ['enough is new', { minDirtyRatio: 0.3 }, true],
    ['the new records are too young', { minLagMs: 10_000 }, false],
    ['they have come of age', { minLagMs: 100 }, true],
    ['little is new but it has waited for too long', { minDirtyRatio: 0.9, maxLagMs: 1_000 }, true],
  ])('runs only when due: %s', async (_, changes, runs) => {
    const writer = new Writer(path);
    for (let i = 0; i < 10; i++) writer.append([[`k${i}`, false]]);
    writer.log.roll();
    await writer.compact(1_500);
    for (let i = 0; i < 10; i++) writer.append([['k1', false]], 0, 2_000);
    writer.log.roll();
    const freed = await writer.compact(5_000, changes);
    expect(freed > 0).toBe(runs);
    writer.log.close();
  });

  it('keeps records that it cannot read, and every tombstone after them', async () => {
    const writer = new Writer(path);
    const damaged = { codec: 1, bytes: () => Buffer.from('not gzip at all') };
    writer.log.append(recordBatch([{ key: 'a', value: 'v0' }], { compress: damaged }), {
      ...config,
      requireKeys: false,
    });
    const size = writer.log.byteLength;
    writer.append([['a', true]]);
    writer.append([['b', false]]);
    writer.log.roll();
    await writer.compact(5_000);
    await writer.compact(9_000);
    expect(writer.log.read(0, size, true)?.length).toBe(size);
    expect(readBatchHeader(writer.log.read(1, 1, true) ?? Buffer.alloc(61)).baseOffset).toBe(1);
    writer.log.close();
  });

  it('leaves the log unchanged when it is aborted', async () => {
    const writer = new Writer(path);
    for (let i = 0; i < 40; i++) writer.append([['k', false]]);
    writer.log.roll();
    const options = { config: compaction, now: 5_000, signal: AbortSignal.abort() };
    expect(await compactLog(writer.log, options)).toBe(0);
    expect(readRecords(writer.log)).toEqual(writer.all);
    expect(readdirSync(path).filter((name) => name.endsWith('.cleaned'))).toEqual([]);
    writer.log.close();
  });
});
