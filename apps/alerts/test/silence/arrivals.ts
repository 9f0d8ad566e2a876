import type { Arrivals } from '@portico/contracts/http/arrivals';
import { summaryOf } from './traffic.ts';

export const HOUR = 3_600_000;
export const NOON = Date.parse('2026-11-25T12:00:00Z');
const WEEKS = 8 * 168 * HOUR;

/** Builds the events service's response for an integration that sent an event every `length` milliseconds for eight weeks. */
export function arrivalsEvery(length: number, to: number): Arrivals {
  const from = to - WEEKS;
  const moments = Array.from({ length: Math.floor(WEEKS / length) }, (_, index) => from + index * length);
  const { count, minutes, hours, gaps } = summaryOf(moments, { from, to });
  const iso = (moment: number): string => new Date(moment).toISOString();
  return {
    from: iso(from),
    to: iso(to),
    precision: 'minute',
    count,
    minutes,
    last: iso(moments.at(-1) ?? from),
    hours: hours.map(([hour, events]) => [hour, events]),
    gaps: gaps.map((gap) => ({ from: iso(gap.from), to: iso(gap.to) })),
  };
}
