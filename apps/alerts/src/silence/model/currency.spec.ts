import { describe, expect, it } from '@jest/globals';
import { Currency, type Look } from './currency.ts';
import { Unread } from './unread.ts';

const SECOND = 1_000;
const waiting = (since: number | null): Look => ({ waitingSince: since === null ? null : since * SECOND });

describe('the reader of a Kafka topic', () => {
  it.each<[string, [at: number, look: Look, isCurrent: boolean, behindSince: number | null][]]>([
    ['is current if no records wait', [[0, waiting(null), true, null]]],
    [
      'is current if the oldest record has waited for a minute, and behind if it has waited longer',
      [
        [0, waiting(null), true, null],
        [70, waiting(10), true, null],
        [71, waiting(10), false, 10],
        [80, waiting(75), true, null],
      ],
    ],
    [
      'is current only after all records that waited at the first check have been read',
      [
        [100, waiting(100), false, null],
        [110, waiting(100), false, null],
        [120, waiting(101), true, null],
      ],
    ],
    [
      'is behind after a minute without an answer, until the records that wait then have been read',
      [
        [0, waiting(null), true, null],
        [10, 'away', false, null],
        [71, 'away', false, 10],
        [80, waiting(80), false, 10],
        [90, waiting(null), true, null],
      ],
    ],
  ])('%s', (_, looks) => {
    const currency = new Currency();
    for (const [at, look, isCurrent, since] of looks)
      expect({ at, ...currency.note(look, at * SECOND) }).toEqual({
        at,
        isCurrent,
        behindSince: since === null ? null : since * SECOND,
      });
  });

  it('is behind since the earliest check whose records are not all read in every partition', () => {
    const unread = new Unread();
    const offsets = (...ends: number[]) => new Map(ends.map((end, partition) => [partition, BigInt(end)]));
    expect(unread.note(offsets(0, 5), offsets(0, 5), 1)).toBeNull();
    expect(unread.note(offsets(3, 5), offsets(0, 5), 2)).toBe(2);
    expect(unread.note(offsets(3, 9), offsets(2, 9), 3)).toBe(2);
    expect(unread.note(offsets(4, 9), offsets(3, 9), 4)).toBe(4);
    expect(unread.note(offsets(4, 9), offsets(4, 9), 5)).toBeNull();
  });
});
