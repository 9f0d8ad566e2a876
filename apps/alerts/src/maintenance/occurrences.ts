import type { MaintenanceTimes } from '@portico/contracts/http/maintenance';
import { nextCron } from '../policy/cron.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The times of an occurrence, in milliseconds since 1970. A window is active while `from` <= now < `to`. */
export type Span = { from: number; to: number };

/**
 * Returns the first occurrence that begins at or after `after`, or null. A clock change does not change the length of a recurring
 * occurrence.
 */
function following(when: MaintenanceTimes, after: number): Span | null {
  if (when.kind === 'once') {
    const [from, to] = [Date.parse(when.from), Date.parse(when.to)];
    return from >= after ? { from, to } : null;
  }
  const from = nextCron(when.cron, when.timeZone, after - SECOND);
  return from === null ? null : { from, to: from + when.minutes * MINUTE };
}

/** Returns the first occurrence of a window, or null. The occurrence of a one-time window may have begun already. */
export const firstOccurrence = (when: MaintenanceTimes, now: number): Span | null =>
  when.kind === 'once' && Date.parse(when.to) > now ? following(when, 0) : following(when, now);

/** Returns up to `count` occurrences from `first` on. An occurrence never begins before the previous occurrence ends. */
export function occurrencesFrom(when: MaintenanceTimes, first: Span | null, count: number): Span[] {
  const occurrences: Span[] = [];
  for (let span = first; span !== null && occurrences.length < count; span = nextOccurrence(when, span))
    occurrences.push(span);
  return occurrences;
}

export const nextOccurrence = (when: MaintenanceTimes, { to }: Pick<Span, 'to'>): Span | null =>
  when.kind === 'once' ? null : following(when, to);
