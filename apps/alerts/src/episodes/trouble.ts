import { highestOf, type MinuteCount } from '@portico/contracts/events/activity';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';

export const DEFAULT_TROUBLE: TroubleThreshold = { failures: 3, share: 20, minutes: 10 };

/** An event with fewer arrivals in 24 hours usually comes less than once an hour. */
export const RARE_BELOW = 24;

const MINUTE = 60_000;

/** `counts`: for one kind of event, by partition and minute. `isRare`: it usually comes less than once an hour. */
export type Seen = { counts: readonly MinuteCount[]; isRare: boolean };

/**
 * Whether failures of a kind of event are worth a notice: in some period of the configured minutes, enough events and a large enough
 * share failed. Any failure of a rare event is. Counts only grow, so order and repetition do not change the result.
 * @param since - milliseconds since 1970; a period that ends before the episode began belongs to an earlier one.
 */
export function isTrouble(
  { counts, isRare }: Seen,
  { failures, share, minutes }: TroubleThreshold,
  since = 0,
): boolean {
  const byMinute = new Map<number, { total: number; failures: number }>();
  for (const { minute, ...count } of highestOf(counts)) {
    const known = byMinute.get(Date.parse(minute)) ?? { total: 0, failures: 0 };
    byMinute.set(Date.parse(minute), { total: known.total + count.total, failures: known.failures + count.failures });
  }
  const all = [...byMinute];
  return all.some(([end, { failures: failed }]) => {
    if (failed === 0 || end <= since - MINUTE) return false;
    const period = all.flatMap(([at, count]) => (at <= end && at > end - minutes * MINUTE ? [count] : []));
    const sum = period.reduce((a, b) => ({ total: a.total + b.total, failures: a.failures + b.failures }));
    return isRare || (sum.failures >= failures && sum.failures * 100 >= share * sum.total);
  });
}
