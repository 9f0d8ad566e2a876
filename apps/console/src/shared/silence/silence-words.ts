import type { Liveness } from '@portico/contracts/http/silence';
import { counted, formatDuration, formatNumber, formatTime } from '@portico/ui';
import { nameOf } from '../health/names.ts';

const DAY = 24 * 3_600_000;
/** Milliseconds within which the day of the week is enough to identify a date. */
const WEEK_MS = 6 * DAY;

const short = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const long = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' });

const momentText = (format: Intl.DateTimeFormat, at: string, now: number): string =>
  Math.abs(now - Date.parse(at)) < WEEK_MS
    ? format.format(new Date(at)).replace(',', '')
    : formatTime(at, 'local', 'short');

/** Formats a time within six days as `Tue 09:40`, and any other time with its date. */
export const shortMoment = (at: string, now: number): string => momentText(short, at, now);
/** Like `shortMoment`, with the full name of the day. */
const longMoment = (at: string, now: number): string => momentText(long, at, now);

export const eventsText = (events: number): string => counted(Math.max(1, Math.round(events)), 'event');

/** Describes a quiet, silent or paused integration in a few words; null for any other state. */
export function missedText({ state, lastArrivalAt, expected, pausedUntil }: Liveness, now: number): string | null {
  if (state === 'paused' && pausedUntil !== null) return `Paused until ${shortMoment(pausedUntil, now)}`;
  if (lastArrivalAt === null || (state !== 'quiet' && state !== 'silent')) return null;
  if (state === 'silent') {
    const expectedText =
      expected === null || expected < 0.5 ? '' : `, about ${formatNumber(Math.max(1, Math.round(expected)))} expected`;
    return `Silent since ${shortMoment(lastArrivalAt, now)}${expectedText}`;
  }
  const span = formatDuration(Math.max(60_000, now - Date.parse(lastArrivalAt)))
    .split(' ')
    .slice(0, 2)
    .join(' ');
  return `Quiet for ${span}${expected === null ? '' : `, usually ${eventsText(expected)} by now`}`;
}

/** Describes a silent integration in a sentence for customers. */
export function notHeardText(liveness: Liveness, now: number): string {
  const { lastArrivalAt } = liveness;
  const since = lastArrivalAt === null ? '' : ` since ${longMoment(lastArrivalAt, now)}`;
  return `${nameOf(liveness)} has sent no events${since}. Usually it would have.`;
}
