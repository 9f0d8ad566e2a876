import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { DAY } from '../../table/schema/buckets.ts';
import type { Days } from './days.query.ts';

/** `from` <= timestamp < `to` in milliseconds since 1970; null: unlimited. */
export type TimeRange = { from: number | null; to: number | null };

/**
 * The approximate start time of the newest `rows` rows, as if the rows of a day were spread evenly over the day; null if there are no
 * earlier rows.
 */
export function newestFrom(days: Days, rows: number, now: number): number | null {
  let left = rows;
  for (const { day, count } of days) {
    const end = Math.max(day * DAY, Math.min((day + 1) * DAY, now));
    if (count > left) return Math.floor(end - ((end - day * DAY) * left) / count);
    left -= count;
  }
  return null;
}

export function narrowTo(filter: ResolvedFilter, { from, to }: TimeRange): ResolvedFilter {
  const [start, end] = [isoOf(from), isoOf(to)];
  return {
    ...filter,
    from: start !== null && (filter.from === null || filter.from < start) ? start : filter.from,
    to: end !== null && (filter.to === null || end < filter.to) ? end : filter.to,
  };
}

const isoOf = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());
