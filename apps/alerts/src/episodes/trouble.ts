import { highestOf, type MinuteCount } from '@portico/contracts/events/activity';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';

export const DEFAULT_TROUBLE: TroubleThreshold = { failures: 3, share: 20, minutes: 10 };

/** A kind of event with fewer than this many arrivals in 24 hours is rare: usually less than one arrival per hour. */
export const RARE_BELOW = 24;

const MINUTE = 60_000;

/** Arrivals of one kind of event. `counts`: by partition and minute. `isRare`: whether the kind is below {@link RARE_BELOW}. */
export type Seen = { counts: readonly MinuteCount[]; isRare: boolean };

/**
 * Whether a kind of event has enough failures for a notice: in at least one period of the configured minutes, both the number and the share
 * of failures reach the threshold. One failure of a rare event is enough. The order and repetition of counts do not matter.
 * @param since - start of the episode in milliseconds since 1970; periods that end earlier are ignored.
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
