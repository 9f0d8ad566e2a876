import { DAY } from '../../table/schema/buckets.ts';
import type { Days } from '../search/days.query.ts';
import { newestFrom, type TimeRange } from '../search/time-range.ts';

/** A range to read for a page. `skip`: the number of rows in the range that come before the page. */
export type Window = TimeRange & { skip: number };

type Page = { limit: number; offset: number };

const FIRST_WINDOW_ROWS = 250_000;
/** Each further window has this many times the rows of the previous window. */
const GROWTH = 8;

/**
 * Returns a window with only the days of a page, so that even a deep page is cheap. A second window also includes all earlier days, because
 * rows may have expired since they were counted. Returns no windows for a page beyond the end.
 */
export function pageWindows(days: Days, { limit, offset }: Page): Window[] {
  let before = 0;
  let window: Window | null = null;
  for (const [index, { day, count }] of days.entries()) {
    if (window === null && before + count > offset)
      window = { from: null, to: index === 0 ? null : (day + 1) * DAY, skip: offset - before };
    before += count;
    if (window === null || before < offset + limit) continue;
    return index === days.length - 1 ? [window] : [{ ...window, from: day * DAY }, window];
  }
  return window ? [window] : [];
}

/** Returns growing windows of the newest rows; the last window is unlimited. A search stops at the first window that fills its page. */
export function searchWindows(days: Days, { offset }: Page, now: number): Window[] {
  const windows: Window[] = [];
  for (let rows = FIRST_WINDOW_ROWS; ; rows *= GROWTH) {
    const from = newestFrom(days, rows, now);
    windows.push({ from, to: null, skip: offset });
    if (from === null) return windows;
  }
}
