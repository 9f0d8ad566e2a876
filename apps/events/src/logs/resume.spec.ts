import { describe, expect, it } from '@jest/globals';
import { placeOf } from '@portico/contracts/events/position';
import { readCommit, toCommit } from './settled.ts';
import { type Known, resumeAfter } from './resume.ts';

const NOTHING: Known = {
  stored: undefined,
  settled: undefined,
  log: { begin: 0, end: 50 },
  goneEpoch: -1,
  keptSince: 0,
};
const stored = (offset: number, epoch = 0) => ({ place: placeOf(epoch, offset), publishedAt: 1_000 + offset });
const settled = (offset: number, { epoch = 0, last = -1 } = {}) => ({
  place: placeOf(epoch, offset),
  stored: last,
  mark: { offset, publishedAt: 1_000 + offset, sum: 7 },
});
const resume = (known: Partial<Known>) => resumeAfter({ ...NOTHING, ...known });

describe('resumeAfter', () => {
  it('starts at the first offset if no state is known', () => {
    const expected = { epoch: 0, from: 0, mark: null, isNewLog: false, wentBack: false, lost: null, gap: null };
    expect(resume({})).toEqual(expected);
    expect(resume({ log: { begin: 20, end: 50 } })).toEqual({ ...expected, from: 20 });
  });

  it('resumes after the last stored or committed record, whichever is later, and identifies the log by that record', () => {
    expect(resume({ stored: stored(30) })).toMatchObject({
      from: 31,
      mark: { offset: 30, publishedAt: 1_030, sum: null },
    });
    expect(resume({ stored: stored(30), settled: settled(40, { last: 30 }) })).toMatchObject({
      from: 41,
      mark: { offset: 40, sum: 7 },
    });
    expect(resume({ stored: stored(45), settled: settled(40, { last: 30 }) })).toMatchObject({
      from: 46,
      mark: { offset: 45 },
    });
  });

  it('identifies the log by the last stored record if a commit has no fingerprint', () => {
    const earlier = { place: 40, stored: null, mark: null };
    expect(resume({ stored: stored(30), settled: earlier })).toMatchObject({ from: 41, mark: { offset: 30 } });
  });

  it('begins a new epoch if the log ends before the last stored record, or is known to be a different log', () => {
    const begun = { epoch: 1, from: 0, mark: null, isNewLog: true };
    expect(resume({ stored: stored(50) })).toMatchObject(begun);
    expect(resume({ stored: stored(30), goneEpoch: 0 })).toMatchObject(begun);
    const log = { begin: 7, end: 900 };
    expect(resume({ stored: stored(30), goneEpoch: 0, log })).toMatchObject({ ...begun, from: 7 });
  });

  it('continues in the log that another process has begun in place of the lost log', () => {
    const log = { begin: 0, end: 900 };
    const begun = { place: placeOf(1, 0) - 1, stored: 30, mark: null };
    expect(resume({ stored: stored(30), settled: begun, goneEpoch: 0, log })).toMatchObject({
      epoch: 1,
      isNewLog: false,
    });
    expect(resume({ stored: stored(7, 1), goneEpoch: 0, log })).toMatchObject({ epoch: 1, from: 8, isNewLog: false });
  });

  it('uses the epoch of the commit or of the rows, whichever is later', () => {
    const log = { begin: 0, end: 900 };
    const begun = { place: placeOf(1, 0) - 1, stored: 50, mark: null };
    expect(resume({ stored: stored(50), settled: begun, log })).toMatchObject({ epoch: 1, from: 0, isNewLog: false });
    expect(resume({ stored: stored(7, 2), log })).toMatchObject({ epoch: 2, from: 8, isNewLog: false });
  });

  it('reports the first lost event of an earlier log, which neither ClickHouse nor Kafka contains', () => {
    const log = { begin: 0, end: 900 };
    const later = settled(40, { epoch: 2, last: placeOf(2, 38) });
    expect(resume({ stored: stored(20), settled: later, log })).toMatchObject({
      epoch: 2,
      from: 0,
      wentBack: true,
      lost: { epoch: 0, offset: 21 },
    });
    expect(resume({ settled: later, log }).lost).toEqual({ epoch: 0, offset: 0 });
    expect(resume({ stored: stored(20, 2), settled: later, log })).toMatchObject({ wentBack: true, lost: null });
    expect(resume({ stored: stored(20), settled: settled(40, { last: 38 }), goneEpoch: 0 }).lost).toEqual({
      epoch: 0,
      offset: 21,
    });
    expect(resume({ stored: stored(38, 2), settled: later, log }).lost).toBeNull();
  });

  it('reads again after the last row in ClickHouse if ClickHouse lost stored rows', () => {
    const later = settled(40, { last: 38 });
    expect(resume({ stored: stored(20), settled: later })).toMatchObject({
      from: 21,
      wentBack: true,
      mark: { offset: 20 },
    });
    expect(resume({ settled: later })).toMatchObject({ from: 0, wentBack: true, mark: null });
    // ClickHouse has no rows because all rows have expired.
    expect(resume({ settled: later, keptSince: 2_000 })).toMatchObject({ from: 41, wentBack: false });
  });

  it('reports unread offsets that Kafka has deleted', () => {
    const log = { begin: 40, end: 50 };
    expect(resume({ stored: stored(20), log })).toMatchObject({ from: 40, mark: null, gap: { from: 21, to: 39 } });
    expect(resume({ stored: stored(39), log })).toMatchObject({ from: 40, mark: null, gap: null });
  });
});

describe('a commit', () => {
  it("contains the last processed place, the last stored place, and the last record's fingerprint", () => {
    for (const one of [
      settled(40, { epoch: 3, last: 12 }),
      { place: placeOf(2, 0) - 1, stored: placeOf(1, 9), mark: null },
    ]) {
      const { offset, metadata } = toCommit(one);
      expect(readCommit(offset, metadata)).toEqual(one);
    }
  });

  it('of an older version contains only the epoch', () => {
    expect(readCommit('5', 'epoch=2')).toEqual({ place: placeOf(2, 4), stored: null, mark: null });
    expect(readCommit('5', '')).toEqual({ place: 4, stored: null, mark: null });
    expect(readCommit('-1', null)).toBeNull();
  });
});
