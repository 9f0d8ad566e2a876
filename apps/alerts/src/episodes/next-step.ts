/** When events of one name last failed and last succeeded. */
export type Marks = { failureAt: Date | null; successAt: Date | null };

/** The next change of the episode of an event name or subject. `touch`: only the timestamps change. */
export type Step = 'none' | 'open' | 'touch' | 'recover' | 'close' | 'reopen';

/** Days without an event after which a failing episode counts as abandoned. */
export const ABANDONED_DAYS = 90;
const DAY = 24 * 60 * 60 * 1_000;

/** Whether the newest event failed. A failure in the same millisecond as a success does not count, because the order is unknown. */
export const isFailing = ({ failureAt, successAt }: Marks): boolean =>
  failureAt !== null && (successAt === null || failureAt > successAt);

/** Whether the last event is too old to open an episode. */
const isAbandoned = ({ failureAt, successAt }: Marks, now: Date): boolean =>
  Math.max(failureAt?.getTime() ?? 0, successAt?.getTime() ?? 0) < now.getTime() - ABANDONED_DAYS * DAY;

/**
 * Returns the next change of an episode. The result depends only on the last failure and the last success, so the time, order and
 * repetition of deliveries do not matter. @param live - state of the live episode; null if no episode is open or recovering.
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
