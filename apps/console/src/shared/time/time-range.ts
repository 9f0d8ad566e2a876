import { formatTime, type TimeZone } from '@portico/ui';
import { relativeIn, relativeBounds, relativeText } from './relative-range.ts';
import { currentTimeZone } from './time-zone.ts';

const MINUTE = 60_000;

export const RANGES = ['15m', '1h', '6h', '24h', '7d', '30d', '90d'] as const;
/** A relative range, or `from` <= time < `to` (ISO 8601 in UTC); empty means all time. */
export type TimeRange = { range?: string | undefined; from?: string | undefined; to?: string | undefined };

export const isBounded = ({ range, from, to }: TimeRange): boolean =>
  range !== undefined || from !== undefined || to !== undefined;

/** Converts a timestamp in a URL to UTC. Undefined if the timestamp is invalid. */
export const momentIn = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

/** Parses the URL's range. A relative range takes precedence; times in the wrong order count as absent. */
export const readTimeRange = (address: Record<string, unknown>): TimeRange => {
  const range = relativeIn(address['range']);
  if (range !== undefined) return { range };
  const from = momentIn(address['from']);
  const to = momentIn(address['to']);
  return from !== undefined && to !== undefined && from >= to ? {} : { from, to };
};

/**
 * Returns the times of a range. A relative range uses whole minutes, so that requests within the same minute have the same times. A range
 * that ends now has no end.
 */
export const boundsOf = (
  { range, from, to }: TimeRange,
  now: number,
  zone: TimeZone = currentTimeZone(),
): { from?: string; to?: string } => {
  if (range !== undefined) return relativeBounds(range, now, zone);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

/** Returns the end of the current minute. A chart whose range ends now ends at this time. */
export const endOfMinute = (now: number): string => new Date((Math.floor(now / MINUTE) + 1) * MINUTE).toISOString();

/** Describes a range. Contains the day only once if the range starts and ends on the same day. */
export const rangeText = ({ range, from, to }: TimeRange, zone: TimeZone): string => {
  if (range !== undefined) return relativeText(range);
  if (from === undefined) return to === undefined ? 'All time' : `Until ${formatTime(to, zone, 'short')}`;
  if (to === undefined) return `Since ${formatTime(from, zone, 'short')}`;
  const isOneDay = formatTime(from, zone, 'day') === formatTime(to, zone, 'day');
  return `${formatTime(from, zone, 'short')} – ${formatTime(to, zone, isOneDay ? 'minute' : 'short')}`;
};
