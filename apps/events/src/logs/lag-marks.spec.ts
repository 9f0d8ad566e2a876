import { beforeEach, describe, expect, it } from '@jest/globals';
import { LagMarks } from './lag-marks.ts';

const logs = (...ends: number[]) => new Map(ends.map((end, partition) => [partition, { begin: 0, end }]));
const settled = (...next: number[]) => new Map(next.map((offset, partition) => [partition, offset - 1]));

describe('LagMarks', () => {
  let marks: LagMarks;

  beforeEach(() => {
    marks = new LagMarks();
  });

  it('reports no waiting event while the ingest has processed every event', () => {
    marks.note(logs(5, 0), settled(5), 1_000);
    expect([marks.oldest, marks.waiting]).toEqual([null, 0]);
  });

  it('reports the time of the oldest check that found events which the ingest has not processed yet', () => {
    marks.note(logs(5, 5), settled(5, 5), 1_000);
    marks.note(logs(7, 5), settled(5, 5), 2_000);
    marks.note(logs(7, 9), settled(5, 5), 3_000);
    expect([marks.oldest, marks.waiting]).toEqual([2_000, 6]);
    marks.note(logs(7, 9), settled(7, 6), 4_000);
    expect([marks.oldest, marks.waiting]).toEqual([3_000, 3]);
    marks.note(logs(7, 9), settled(7, 9), 5_000);
    expect([marks.oldest, marks.waiting]).toEqual([null, 0]);
  });

  it('reports 0 as the time of complete processing after a commit moved back, until the ingest has caught up', () => {
    marks.note(logs(5, 5), settled(5, 5), 1_000);
    marks.note(logs(5, 6), settled(2, 5), 2_000);
    expect(marks.settledTo).toBe(0);
    marks.note(logs(5, 6), settled(5, 5), 3_000);
    expect(marks.settledTo).toBe(0);
    marks.note(logs(5, 6), settled(5, 6), 4_000);
    expect(marks.settledTo).toBe(4_000);
  });

  it('reports the time up to which the ingest has processed every event, even while events keep arriving', () => {
    marks.note(logs(5), settled(4), 1_000);
    expect(marks.settledTo).toBe(0);
    marks.note(logs(7), settled(5), 2_000);
    expect(marks.settledTo).toBe(1_000);
    marks.note(logs(9), settled(8), 3_000);
    expect(marks.settledTo).toBe(2_000);
    marks.note(logs(9), settled(8), 4_000);
    expect(marks.settledTo).toBe(2_000);
    marks.note(logs(9), settled(9), 5_000);
    expect(marks.settledTo).toBe(5_000);
  });

  it('ignores records that Kafka has deleted, and committed offsets beyond the end of a recreated topic', () => {
    marks.note(new Map([[0, { begin: 40, end: 40 }]]), settled(20), 1_000);
    marks.note(logs(3), settled(900), 2_000);
    expect([marks.oldest, marks.waiting]).toEqual([null, 0]);
  });

  it('still reports approximately since when events have been waiting, after ten thousand checks', () => {
    for (let second = 0; second < 10_000; second += 1) marks.note(logs(second + 10), settled(5), second * 1_000);
    expect(marks.oldest).toBe(0);
    marks.note(logs(20_000), settled(9_000), 10_000_000);
    expect(marks.oldest).toBeGreaterThan(8_000_000);
    expect(marks.oldest).toBeLessThan(9_200_000);
  });
});
