import type { EntitlementState } from '@portico/contracts/events/orgs';
import { USAGE_THRESHOLDS, type UsageThreshold } from '@portico/contracts/http/notices';

/** The reported thresholds of an entitlement. `period`: its start; `said`: thresholds reached in it; `open`: begun and not over. */
export type UsageMarks = { period: string | null; said: UsageThreshold[]; open: UsageThreshold[] };

/** The effect of a new state: thresholds that are `over`, including those of an ended period, then those that it `reached`. */
type Crossing = { marks: UsageMarks; over: UsageThreshold[]; reached: UsageThreshold[] };

type Counts = Pick<EntitlementState, 'usedCount' | 'allowedCount' | 'active' | 'deletedAt' | 'period'>;

/** A period reaches each threshold at most once. A threshold is over when it no longer holds or its period has ended. */
export function cross(before: UsageMarks, { usedCount, allowedCount, active, deletedAt, period }: Counts): Crossing {
  const now = period?.startsAt ?? before.period;
  const isSame = now === before.period;
  const isCounted = period !== null && active && deletedAt === null && usedCount > 0;
  const holds = (threshold: UsageThreshold): boolean => isCounted && usedCount * 100 >= allowedCount * threshold;
  const said = isSame ? before.said : [];
  const over = before.open.filter((threshold) => !isSame || !holds(threshold));
  const reached = USAGE_THRESHOLDS.filter((threshold) => holds(threshold) && !said.includes(threshold));
  // Thresholds reached at once begin together, as the highest of them.
  const open = [...before.open.filter((threshold) => !over.includes(threshold)), ...reached.slice(-1)];
  return { marks: { period: now, said: [...said, ...reached], open }, over, reached };
}
