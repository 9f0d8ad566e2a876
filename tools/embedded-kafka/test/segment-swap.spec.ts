import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cpSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PartitionLog } from '../src/log/partition-log.ts';
import { readRecords, Writer } from './compaction-support.ts';
import { temporaryFolder } from './support.ts';

let folder = temporaryFolder();
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, '0');
});
afterEach(() => folder.remove());

describe('a crash while segments are swapped', () => {
  /** The swap's own steps as far as a crash may have let them come, on a folder as it was before. */
  it.each([
    ['before the swap was decided', 0],
    ['right after', 1],
    ['when an index was gone', 2],
    ['when a replaced log was gone', 3],
    ['when the new log had its place', 4],
  ])('leaves the log whole: %s', async (_, steps) => {
    const writer = new Writer(path);
    for (let i = 0; i < 30; i++) writer.append([[`k${i % 5}`, false]]);
    writer.log.roll();
    await writer.log.flush();
    const before = writer.log.fullSegments();
    expect(before.length).toBeGreaterThan(2);
    writer.log.close();
    const copy = `${path}-copy`;
    cpSync(path, copy, { recursive: true });
    writer.log = new PartitionLog(path);
    await writer.compact(5_000);
    const after = readRecords(writer.log);
    writer.log.close();
    const name = (baseOffset: number, extension: string): string =>
      join(copy, `${String(baseOffset).padStart(20, '0')}.${extension}`);
    const [first, second] = before.map(({ baseOffset }) => baseOffset);
    if (first === undefined || second === undefined) throw new Error('too few segments');
    const replaced = before.map(({ baseOffset }) => baseOffset);
    cpSync(join(path, '00000000000000000000.log'), name(first, 'log.cleaned'));
    const done = [
      () => writeFileSync(join(copy, 'swap.json'), JSON.stringify({ replaced, output: first })),
      () => rmSync(name(first, 'index')),
      () => rmSync(name(second, 'log')),
      () => renameSync(name(first, 'log.cleaned'), name(first, 'log')),
    ];
    for (const step of done.slice(0, steps)) step();
    const log = new PartitionLog(copy);
    const found = readRecords(log);
    // The compacted file stands for its segments, or the segments for themselves; the log after them is untouched.
    const end = before.at(-1)?.nextOffset ?? 0;
    const swapped = [
      ...after.filter(({ offset }) => offset < end),
      ...writer.all.filter(({ offset }) => offset >= end),
    ];
    expect(found).toEqual(steps === 0 ? writer.all : swapped);
    expect(readdirSync(copy).filter((file) => /swap|cleaned/.test(file))).toEqual([]);
    log.close();
  });
});
