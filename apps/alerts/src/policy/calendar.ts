import type { DIGESTS, QuietHours } from '@portico/contracts/http/rules';
import { zoneParts } from './zone-parts.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const DIGEST_MINUTE = 8 * 60;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONDAY = 1;

const partsOf = zoneParts('en-US', { weekday: 'short', hour: '2-digit', minute: '2-digit' });

const localOf = (at: number, zone: string): { minute: number; weekday: number } => {
  const parts = partsOf(at, zone);
  return {
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    weekday: DAYS.indexOf(parts.get('weekday') ?? ''),
  };
};

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const between = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

/** Returns the next time after `at` at which local clocks show `minute`. If clocks skip this minute, the result is an hour off. */
const nextAt = (at: number, minute: number, zone: string): number => {
  const start = Math.floor(at / MINUTE) * MINUTE;
  const ahead = between(localOf(start, zone).minute, minute) || DAY_MINUTES;
  const guess = start + ahead * MINUTE;
  const off = between(localOf(guess, zone).minute, minute);
  // Corrects the guess if clocks change before it. The change shifts the guess by half an hour or an hour in either direction.
  return guess + (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off) * MINUTE;
};

/** Returns when the current quiet hours end; null outside quiet hours. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (quiet === null) return null;
  const [from, to] = [minuteOf(quiet.from), minuteOf(quiet.to)];
  const { minute } = localOf(now, quiet.zone);
  return between(from, minute) < between(from, to) ? nextAt(now, to, quiet.zone) : null;
}

/** Returns when the digest with an event at `at` is due: at the next 8:00, or for a weekly digest at the next 8:00 on a Monday. */
export function digestAt(digest: (typeof DIGESTS)[number], zone: string, at: number): number | null {
  if (digest === 'none') return null;
  let due = nextAt(at, DIGEST_MINUTE, zone);
  while (digest === 'weekly' && localOf(due, zone).weekday !== MONDAY) due = nextAt(due, DIGEST_MINUTE, zone);
  return due;
}
