import { formatTime, type TimeZone } from '@portico/ui';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ranges that end now. */
export const RANGES = [
  { id: '15m', text: 'Last 15 minutes', span: 15 * MINUTE },
  { id: '1h', text: 'Last hour', span: HOUR },
  { id: '6h', text: 'Last 6 hours', span: 6 * HOUR },
  { id: '24h', text: 'Last 24 hours', span: DAY },
  { id: '7d', text: 'Last 7 days', span: 7 * DAY },
  { id: '30d', text: 'Last 30 days', span: 30 * DAY },
  { id: '90d', text: 'Last 90 days', span: 90 * DAY },
] as const;
export type RangeId = (typeof RANGES)[number]['id'];

/** Events of when: a range that ends now, or `from` <= then < `to` (ISO 8601 in UTC); nothing is all time. */
export type TimeRange = { range?: RangeId | undefined; from?: string | undefined; to?: string | undefined };

/** A moment as an address says it, in UTC; undefined for what is none. */
export const momentIn = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

/** Reads an address. A range that ends now comes before moments; moments in the wrong order count as absent. */
export const readTimeRange = (address: Record<string, unknown>): TimeRange => {
  const range = RANGES.find(({ id }) => id === address['range'])?.id;
  if (range !== undefined) return { range };
  const from = momentIn(address['from']);
  const to = momentIn(address['to']);
  return from !== undefined && to !== undefined && from >= to ? {} : { from, to };
};

/**
 * The moments of a range as of `now`, in milliseconds since 1970. A range that ends now begins at a whole minute, so that
 * requests within one minute cover the same events; it has no end, because events keep arriving.
 */
export const momentsOf = ({ range, from, to }: TimeRange, now: number): { from?: string; to?: string } => {
  const span = RANGES.find(({ id }) => id === range)?.span;
  if (span !== undefined) return { from: new Date(Math.floor((now - span) / MINUTE) * MINUTE).toISOString() };
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

/** The end of the minute that `now` lies in: where a range that ends now is drawn to. */
export const endOfMinute = (now: number): string => new Date((Math.floor(now / MINUTE) + 1) * MINUTE).toISOString();

/** A range as people read it. The day is said twice only where there are two. */
export const rangeText = ({ range, from, to }: TimeRange, zone: TimeZone): string => {
  const known = RANGES.find(({ id }) => id === range);
  if (known) return known.text;
  if (from === undefined) return to === undefined ? 'All time' : `Until ${formatTime(to, zone, 'short')}`;
  if (to === undefined) return `Since ${formatTime(from, zone, 'short')}`;
  const isOneDay = formatTime(from, zone, 'day') === formatTime(to, zone, 'day');
  return `${formatTime(from, zone, 'short')} – ${formatTime(to, zone, isOneDay ? 'minute' : 'short')}`;
};
