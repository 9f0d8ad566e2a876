/** When events of a name happened last, by result. */
export type Marks = { failureAt: Date | null; successAt: Date | null };

/** What becomes of the episode of a key. `touch`: its moments are newer, and nothing else changes. */
export type Step = 'none' | 'open' | 'touch' | 'recover' | 'close' | 'reopen';

/** Days without an event after which what fails is taken for abandoned. */
export const ABANDONED_DAYS = 90;
const DAY = 24 * 60 * 60 * 1_000;

/** Whether the newest event failed. A failure in the very millisecond of a success does not count: nobody knows their order. */
export const isFailing = ({ failureAt, successAt }: Marks): boolean =>
  failureAt !== null && (successAt === null || failureAt > successAt);

/** Nothing has come for so long that an episode would say nothing. */
export const isAbandoned = ({ failureAt, successAt }: Marks, now: Date): boolean =>
  Math.max(failureAt?.getTime() ?? 0, successAt?.getTime() ?? 0) < now.getTime() - ABANDONED_DAYS * DAY;

/**
 * The next step of the live episode of a key, null where there is none. Whether it fails depends on the marks alone, and
 * these on nothing but the events: not on when, how often or in which order they were delivered.
 */
export function nextStep(
  live: 'open' | 'recovering' | null,
  marks: Marks,
  { settleMinutes, now }: { settleMinutes: number; now: Date },
): Step {
  if (isFailing(marks)) {
    if (live === null) return isAbandoned(marks, now) ? 'none' : 'open';
    return live === 'open' ? 'touch' : 'reopen';
  }
  if (live === 'open') return settleMinutes === 0 ? 'close' : 'recover';
  return live === null ? 'none' : 'touch';
}
