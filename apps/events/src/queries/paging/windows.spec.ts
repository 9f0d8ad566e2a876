import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY } from '../../table/schema/buckets.ts';
import type { Days } from '../search/days.query.ts';
import { newestFrom } from '../search/time-range.ts';
import { pageWindows, searchWindows, type Window } from './windows.ts';

/** Times of events, newest first. */
const events = fc
  .array(fc.integer({ min: 0, max: 6 * DAY }), { maxLength: 40 })
  .map((moments) => moments.toSorted((a, b) => b - a));
const daysOf = (moments: readonly number[]): Days =>
  [...Map.groupBy(moments, (moment) => Math.floor(moment / DAY))].map(([day, { length }]) => ({ day, count: length }));
const pages = fc.record({ limit: fc.integer({ min: 1, max: 10 }), offset: fc.nat(50) });

/** Reads a page in a window, as ClickHouse would. */
const read = (moments: readonly number[], { from, to, skip }: Window, limit: number): number[] =>
  moments
    .filter((moment) => (from === null || moment >= from) && (to === null || moment < to))
    .slice(skip, skip + limit);

describe('pageWindows', () => {
  it('starts with a window that contains the whole requested page', () => {
    fc.assert(
      fc.property(events, pages, (moments, page) => {
        const [window] = pageWindows(daysOf(moments), page);
        const expected = moments.slice(page.offset, page.offset + page.limit);
        expect(window ? read(moments, window, page.limit) : []).toEqual(expected);
      }),
    );
  });

  it('reads only days that contain a row of the page', () => {
    const days = [
      { day: 9, count: 100 },
      { day: 8, count: 100 },
      { day: 5, count: 100 },
    ];
    expect(pageWindows(days, { limit: 10, offset: 0 })[0]).toEqual({ from: 9 * DAY, to: null, skip: 0 });
    expect(pageWindows(days, { limit: 10, offset: 150 })[0]).toEqual({ from: 8 * DAY, to: 9 * DAY, skip: 50 });
    expect(pageWindows(days, { limit: 10, offset: 195 })[0]).toEqual({ from: null, to: 9 * DAY, skip: 95 });
    expect(pageWindows(days, { limit: 10, offset: 290 })).toEqual([{ from: null, to: 6 * DAY, skip: 90 }]);
    expect(pageWindows(days, { limit: 10, offset: 300 })).toEqual([]);
  });
});

describe('searchWindows', () => {
  const days = Array.from({ length: 30 }, (_, index) => ({ day: 30 - index, count: 200_000 }));
  const page = { limit: 10, offset: 5 };
  const now = 31 * DAY;

  it('returns growing windows, and ends with a window of all rows', () => {
    const windows = searchWindows(days, page, now);
    expect(windows).toHaveLength(3);
    expect(windows[0]).toEqual({ from: 29.75 * DAY, to: null, skip: 5 });
    expect(windows.at(-1)).toEqual({ from: null, to: null, skip: 5 });
  });
});

describe('newestFrom', () => {
  it('assumes that rows are spread evenly over each day, on the current day until now', () => {
    expect(newestFrom([{ day: 3, count: 100 }], 50, 3.5 * DAY)).toBe(3.25 * DAY);
    expect(newestFrom([{ day: 3, count: 100 }], 100, 4 * DAY)).toBeNull();
    expect(newestFrom([], 1, 0)).toBeNull();
  });
});
