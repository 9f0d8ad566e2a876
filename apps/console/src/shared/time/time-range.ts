import { formatTime, type TimeZone } from '@portico/ui';
import { relativeIn, relativeMoments, relativeText } from './relative-range.ts';
import { currentTimeZone } from './time-zone.ts';

const MINUTE = 60_000;

/** Ranges that end now, and are offered. */
export const RANGES = ['15m', '1h', '6h', '24h', '7d', '30d', '90d'] as const;
/**
 * Events of when: a range as of now (`RelativeRange`), or `from` <= then < `to` (ISO 8601 in UTC); nothing is all time.
 */
export type TimeRange = { range?: string | undefined; from?: string | undefined; to?: string | undefined };

/** Whether it is anything but all time. */
export const isBounded = ({ range, from, to }: TimeRange): boolean =>
  range !== undefined || from !== undefined || to !== undefined;

/** A moment as an address says it, in UTC; undefined for what is none. */
export const momentIn = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

/** Reads an address. A range that ends now comes before moments; moments in the wrong order count as absent. */
export const readTimeRange = (address: Record<string, unknown>): TimeRange => {
  const range = relativeIn(address['range']);
  if (range !== undefined) return { range };
  const from = momentIn(address['from']);
  const to = momentIn(address['to']);
  return from !== undefined && to !== undefined && from >= to ? {} : { from, to };
};

/**
 * The moments of a range as of `now`, in milliseconds since 1970. A range as of now begins and ends at a whole minute, so that
 * requests within one minute cover the same events; one that ends now has no end, because events keep arriving.
 */
export const momentsOf = (
  { range, from, to }: TimeRange,
  now: number,
  zone: TimeZone = currentTimeZone(),
): { from?: string; to?: string } => {
  if (range !== undefined) return relativeMoments(range, now, zone);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

/** The end of the minute that `now` lies in: where a range that ends now is drawn to. */
export const endOfMinute = (now: number): string => new Date((Math.floor(now / MINUTE) + 1) * MINUTE).toISOString();

/** A range as people read it. The day is said twice only where there are two. */
export const rangeText = ({ range, from, to }: TimeRange, zone: TimeZone): string => {
  if (range !== undefined) return relativeText(range);
  if (from === undefined) return to === undefined ? 'All time' : `Until ${formatTime(to, zone, 'short')}`;
  if (to === undefined) return `Since ${formatTime(from, zone, 'short')}`;
  const isOneDay = formatTime(from, zone, 'day') === formatTime(to, zone, 'day');
  return `${formatTime(from, zone, 'short')} – ${formatTime(to, zone, isOneDay ? 'minute' : 'short')}`;
};
