const numbers = new Intl.NumberFormat();
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });

export const formatNumber = (value: number): string => numbers.format(value);

/** Formats a count with its noun: '1 event', '1,200 events'. */
export const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Formats whole cents as a price in US dollars. */
export const formatPrice = (cents: number): string => dollars.format(cents / 100);

/** The zone of displayed times: the viewer's time zone, or UTC. */
export type TimeZone = 'local' | 'utc';

const PRECISE = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
} as const;
const SHAPES = {
  /** Date and time to the second. */
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  /** Date and time to the millisecond, with the time zone. */
  precise: { ...PRECISE, year: 'numeric', timeZoneName: 'short' },
  /** Date without the year, and time to the minute. */
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** Date without the year, and time to the millisecond. */
  row: PRECISE,
  /** Time of day, to the millisecond. */
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
  day: { month: 'short', day: 'numeric' },
  minute: { hour: 'numeric', minute: '2-digit' },
  second: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeShape = keyof typeof SHAPES;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter, because creating a formatter is as slow as using it a hundred times. */
const formatOf = (shape: TimeShape, zone: TimeZone): Intl.DateTimeFormat => {
  const key = `${shape} ${zone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(undefined, { ...SHAPES[shape], ...(zone === 'utc' && { timeZone: 'UTC' }) });
  formats.set(key, made);
  return made;
};

/** Formats a timestamp (ISO 8601, or milliseconds since 1970) in `zone`, by default the viewer's time zone. */
export const formatTime = (moment: string | number, zone: TimeZone = 'local', shape: TimeShape = 'full'): string =>
  formatOf(shape, zone).format(new Date(moment));

const UNITS: readonly [unit: string, milliseconds: number, relative: Intl.RelativeTimeFormatUnit][] = [
  ['d', 86_400_000, 'day'],
  ['h', 3_600_000, 'hour'],
  ['min', 60_000, 'minute'],
  ['s', 1_000, 'second'],
];

/** Formats a duration in its two largest units: `2 d 3 h`, `5 min`, `1.5 s`, `40 ms`. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10_000) return `${Math.round(milliseconds / 100) / 10} s`;
  const at = UNITS.findIndex(([, size]) => milliseconds >= size);
  const [unit, size] = UNITS[at] ?? ['s', 1_000];
  const whole = Math.floor(milliseconds / size);
  const [nextUnit, nextSize] = UNITS[at + 1] ?? [];
  const remainder = nextSize === undefined ? 0 : Math.floor((milliseconds - whole * size) / nextSize);
  return remainder === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${remainder} ${nextUnit}`;
};

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Formats the distance from `now` in whole units: '5 minutes ago'. */
export const formatRelative = (moment: string | number, now: number): string => {
  const away = new Date(moment).getTime() - now;
  const [, size, unit] = UNITS.find(([, one]) => Math.abs(away) >= one) ?? ['s', 1_000, 'second'];
  return relative.format(Math.trunc(away / size), unit);
};
