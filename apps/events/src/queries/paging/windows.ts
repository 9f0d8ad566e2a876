import { DAY } from '../../table/schema/buckets.ts';
import type { Days } from '../search/days.query.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';

/** Part of the time, `from` <= timestamp < `to` in milliseconds, null without an end; `skip` rows of it come before the page. */
export type Window = { from: number | null; to: number | null; skip: number };

type Page = { limit: number; offset: number };

/** Rows of the first window of a search; each next one has eight times as many. */
const SEARCHED = 250_000;
const GROWTH = 8;

/**
 * The days on which a page lies, so that neither the days before nor those after it are read, however deep it is. Then,
 * for a page that turned out short because rows went meanwhile, everything from where it begins. None beyond the end.
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

/** Growing windows of the newest rows, the last without an end: a search stops at the first that fills its page. */
export function searchWindows(days: Days, { offset }: Page, now: number): Window[] {
  const windows: Window[] = [];
  for (let rows = SEARCHED; ; rows *= GROWTH) {
    const from = newestFrom(days, rows, now);
    windows.push({ from, to: null, skip: offset });
    if (from === null) return windows;
  }
}

/** From when on about so many of the newest rows happened, as if those of a day lay evenly; null: all are no more. */
export function newestFrom(days: Days, rows: number, now: number): number | null {
  let left = rows;
  for (const { day, count } of days) {
    const end = Math.max(day * DAY, Math.min((day + 1) * DAY, now));
    if (count > left) return Math.floor(end - ((end - day * DAY) * left) / count);
    left -= count;
  }
  return null;
}

/** The filter within a window as well. */
export function narrowTo(filter: ResolvedFilter, { from, to }: Pick<Window, 'from' | 'to'>): ResolvedFilter {
  const [start, end] = [toIso(from), toIso(to)];
  return {
    ...filter,
    from: start !== null && (filter.from === null || filter.from < start) ? start : filter.from,
    to: end !== null && (filter.to === null || end < filter.to) ? end : filter.to,
  };
}

const toIso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());
