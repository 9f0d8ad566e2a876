import type { TimeZone } from '@portico/ui';

const MINUTE = 60_000;
const DAY = 86_400_000;
const UNITS: Readonly<Record<string, { span: number; text: string }>> = {
  m: { span: MINUTE, text: 'minute' },
  h: { span: 3_600_000, text: 'hour' },
  d: { span: DAY, text: 'day' },
  w: { span: 7 * DAY, text: 'week' },
};

/** Matches `2h` (the last two hours) and `7d-1d` (from seven days ago to one day ago). */
const RELATIVE = /^([1-9]\d{0,3})([mhdw])(?:-([1-9]\d{0,3})([mhdw]))?$/;

type Ago = { count: number; unit: string; span: number };

const agoOf = (count: string | undefined, unit: string | undefined): Ago | null => {
  const known = unit === undefined ? undefined : UNITS[unit];
  return known === undefined ? null : { count: Number(count), unit: known.text, span: Number(count) * known.span };
};

const partsOf = (range: string): { from: Ago; to: Ago | null } | null => {
  const [, count, unit, endCount, endUnit] = RELATIVE.exec(range) ?? [];
  const from = agoOf(count, unit);
  const to = agoOf(endCount, endUnit);
  return from === null || (to !== null && to.span >= from.span) ? null : { from, to };
};

/** Parses the URL's relative range. Returns undefined if it is invalid. */
export const relativeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && (value === 'today' || value === 'yesterday' || partsOf(value) !== null)
    ? value
    : undefined;

const startOfDay = (now: number, daysAgo: number, zone: TimeZone): string => {
  const day = new Date(now);
  if (zone === 'utc') day.setUTCHours(0, 0, 0, 0);
  else day.setHours(0, 0, 0, 0);
  if (zone === 'utc') day.setUTCDate(day.getUTCDate() - daysAgo);
  else day.setDate(day.getDate() - daysAgo);
  return day.toISOString();
};

/** Returns the start of a relative range, and the end if the range ends before now. */
export const relativeBounds = (range: string, now: number, zone: TimeZone): { from?: string; to?: string } => {
  if (range === 'today') return { from: startOfDay(now, 0, zone) };
  if (range === 'yesterday') return { from: startOfDay(now, 1, zone), to: startOfDay(now, 0, zone) };
  const parts = partsOf(range);
  if (parts === null) return {};
  const before = ({ span }: Ago) => new Date(Math.floor((now - span) / MINUTE) * MINUTE).toISOString();
  return { from: before(parts.from), ...(parts.to && { to: before(parts.to) }) };
};

const countText = ({ count, unit }: Ago): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

export const relativeText = (range: string): string => {
  const parts = partsOf(range);
  if (parts === null) return range === 'today' ? 'Today' : 'Yesterday';
  const { from, to } = parts;
  if (to !== null) return `${countText(from)} ago – ${countText(to)} ago`;
  return from.count === 1 ? `Last ${from.unit}` : `Last ${countText(from)}`;
};
