import { DAY } from '../../table/schema/buckets.ts';
import type { Days } from '../search/days.query.ts';
import { newestFrom, type TimeRange } from '../search/time-range.ts';

/** A range to read for a page: `skip` of its rows come before the page. */
export type Window = TimeRange & { skip: number };

type Page = { limit: number; offset: number };

/** Rows of a search's first window; each next one has eight times as many. */
const SEARCHED = 250_000;
const GROWTH = 8;

/**
 * The days of a page, so that no other days are read, however deep it is. A second window covers everything from its start, in case
 * rows expired meanwhile. Empty beyond the end.
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

/** Growing windows of the newest rows, the last one unlimited: a search stops at the first that fills its page. */
export function searchWindows(days: Days, { offset }: Page, now: number): Window[] {
  const windows: Window[] = [];
  for (let rows = SEARCHED; ; rows *= GROWTH) {
    const from = newestFrom(days, rows, now);
    windows.push({ from, to: null, skip: offset });
    if (from === null) return windows;
  }
}
