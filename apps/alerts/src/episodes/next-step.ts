/** When events of a name last failed and succeeded. */
export type Marks = { failureAt: Date | null; successAt: Date | null };

/** What happens to the episode of a key. `touch`: only its timestamps change. */
export type Step = 'none' | 'open' | 'touch' | 'recover' | 'close' | 'reopen';

/** Days without an event after which a failing episode counts as abandoned. */
export const ABANDONED_DAYS = 90;
const DAY = 24 * 60 * 60 * 1_000;

/** Whether the newest event failed. A failure in the same millisecond as a success does not count, because their order is unknown. */
export const isFailing = ({ failureAt, successAt }: Marks): boolean =>
  failureAt !== null && (successAt === null || failureAt > successAt);

/** Whether the last event is so old that an episode would have no meaning. */
const isAbandoned = ({ failureAt, successAt }: Marks, now: Date): boolean =>
  Math.max(failureAt?.getTime() ?? 0, successAt?.getTime() ?? 0) < now.getTime() - ABANDONED_DAYS * DAY;

/**
 * The next step of the live episode of a key, or null. It depends only on the marks, and the marks only on the events:
 * not on when, how often or in which order they were delivered.
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
