import type { Liveness } from '@portico/contracts/http/silence';
import { formatDuration, formatNumber, formatTime } from '@portico/ui';

const DAY = 24 * 3_600_000;
/** Within this many milliseconds a day of the week is unambiguous. */
const A_WEEK = 6 * DAY;

const short = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const long = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' });

const said = (format: Intl.DateTimeFormat, at: string, now: number): string =>
  Math.abs(now - Date.parse(at)) < A_WEEK
    ? format.format(new Date(at)).replace(',', '')
    : formatTime(at, 'local', 'short');

/** A time of this week as `Tue 09:40`; an earlier one with its date. */
export const shortMoment = (at: string, now: number): string => said(short, at, now);
/** The time with the full name of the day. */
const longMoment = (at: string, now: number): string => said(long, at, now);

export const eventsText = (events: number): string => {
  const count = Math.max(1, Math.round(events));
  return `${formatNumber(count)} ${count === 1 ? 'event' : 'events'}`;
};

/** What is missing from the integration, in a few words; null if nothing is, or it is unknown. */
export function missedText({ state, lastArrivalAt, expected, pausedUntil }: Liveness, now: number): string | null {
  if (state === 'paused' && pausedUntil !== null) return `Paused until ${shortMoment(pausedUntil, now)}`;
  if (lastArrivalAt === null || (state !== 'quiet' && state !== 'silent')) return null;
  if (state === 'silent') {
    const about =
      expected === null || expected < 0.5 ? '' : `, about ${formatNumber(Math.max(1, Math.round(expected)))} expected`;
    return `Silent since ${shortMoment(lastArrivalAt, now)}${about}`;
  }
  const span = formatDuration(Math.max(60_000, now - Date.parse(lastArrivalAt)))
    .split(' ')
    .slice(0, 2)
    .join(' ');
  return `Quiet for ${span}${expected === null ? '' : `, usually ${eventsText(expected)} by now`}`;
}

/** The same for customers, who know the integration by its name. */
export function notHeardText({ integration, integrationId, lastArrivalAt }: Liveness, now: number): string {
  const name = integration ?? `integration ${integrationId}`;
  const since = lastArrivalAt === null ? '' : ` since ${longMoment(lastArrivalAt, now)}`;
  return `We have not heard from ${name}${since}. Usually we would have.`;
}
