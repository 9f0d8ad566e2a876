import type { MaintenanceTimes } from '@portico/contracts/http/maintenance';
import { nextCron } from '../policy/cron.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** An active window, in milliseconds since 1970: `from` <= now < `to`. */
export type Span = { from: number; to: number };

/**
 * The first occurrence that begins at or after `after`, or null. A recurring one lasts its real minutes, even when
 * clocks change.
 */
function following(when: MaintenanceTimes, after: number): Span | null {
  if (when.kind === 'once') {
    const [from, to] = [Date.parse(when.from), Date.parse(when.to)];
    return from >= after ? { from, to } : null;
  }
  const from = nextCron(when.cron, when.timeZone, after - SECOND);
  return from === null ? null : { from, to: from + when.minutes * MINUTE };
}

/** The first occurrence of a window. A one-time window may have begun already. */
export const firstOccurrence = (when: MaintenanceTimes, now: number): Span | null =>
  when.kind === 'once' && Date.parse(when.to) > now ? following(when, 0) : following(when, now);

/** Up to `count` occurrences from `first` on. Each begins at or after the end of the previous one, so none overlap. */
export function occurrencesFrom(when: MaintenanceTimes, first: Span | null, count: number): Span[] {
  const occurrences: Span[] = [];
  for (let span = first; span !== null && occurrences.length < count; span = nextOccurrence(when, span))
    occurrences.push(span);
  return occurrences;
}

/** The occurrence after one that ended at `to`. */
export const nextOccurrence = (when: MaintenanceTimes, { to }: Pick<Span, 'to'>): Span | null =>
  when.kind === 'once' ? null : following(when, to);
