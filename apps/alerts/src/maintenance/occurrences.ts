import type { MaintenanceTimes } from '@portico/contracts/http/maintenance';
import { nextCron } from '../policy/cron.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When a window is on, in milliseconds since 1970: `from` <= now < `to`. */
export type Span = { from: number; to: number };

/**
 * The first occurrence that begins at `after` or later. A recurring one lasts its real minutes, whatever clocks do meanwhile.
 * Returns null when there is none.
 */
function following(when: MaintenanceTimes, after: number): Span | null {
  if (when.kind === 'once') {
    const [from, to] = [Date.parse(when.from), Date.parse(when.to)];
    return from >= after ? { from, to } : null;
  }
  const from = nextCron(when.cron, when.timeZone, after - SECOND);
  return from === null ? null : { from, to: from + when.minutes * MINUTE };
}

/** The occurrence that a window has first: one that is planned once may be on already. */
export const firstOccurrence = (when: MaintenanceTimes, now: number): Span | null =>
  when.kind === 'once' && Date.parse(when.to) > now ? following(when, 0) : following(when, now);

/** Up to `count` occurrences from `first` on. Each begins at the end of the one before or later, so that none overlap. */
export function occurrencesFrom(when: MaintenanceTimes, first: Span | null, count: number): Span[] {
  const occurrences: Span[] = [];
  for (let span = first; span !== null && occurrences.length < count; span = nextOccurrence(when, span))
    occurrences.push(span);
  return occurrences;
}

/** The occurrence after one that ended at `to`. */
export const nextOccurrence = (when: MaintenanceTimes, { to }: Pick<Span, 'to'>): Span | null =>
  when.kind === 'once' ? null : following(when, to);
