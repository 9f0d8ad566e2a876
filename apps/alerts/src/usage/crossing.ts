import type { EntitlementState } from '@portico/contracts/events/orgs';
import { USAGE_THRESHOLDS, type UsageThreshold } from '@portico/contracts/http/notices';

/**
 * The reported thresholds. `period`: start of the period; `said`: thresholds reached in the period; `open`: thresholds that have not ended.
 */
export type UsageMarks = { period: string | null; said: UsageThreshold[]; open: UsageThreshold[] };

/** The effect of a new state. `over`: open thresholds that the new state closes. `reached`: newly reached thresholds. */
type Crossing = { marks: UsageMarks; over: UsageThreshold[]; reached: UsageThreshold[] };

type Counts = Pick<EntitlementState, 'usedCount' | 'allowedCount' | 'active' | 'deletedAt' | 'period'>;

/**
 * Returns the thresholds that a new state reaches or closes. A threshold is reached at most once per period. It closes when the usage
 * falls below it, when the period ends, or when the entitlement becomes inactive or is deleted.
 */
export function cross(before: UsageMarks, { usedCount, allowedCount, active, deletedAt, period }: Counts): Crossing {
  const now = period?.startsAt ?? before.period;
  const isSame = now === before.period;
  const isCounted = period !== null && active && deletedAt === null && usedCount > 0;
  const holds = (threshold: UsageThreshold): boolean => isCounted && usedCount * 100 >= allowedCount * threshold;
  const reported = isSame ? before.said : [];
  const over = before.open.filter((threshold) => !isSame || !holds(threshold));
  const reached = USAGE_THRESHOLDS.filter((threshold) => holds(threshold) && !reported.includes(threshold));
  // If several thresholds are reached at once, only the highest threshold is open.
  const open = [...before.open.filter((threshold) => !over.includes(threshold)), ...reached.slice(-1)];
  return { marks: { period: now, said: [...reported, ...reached], open }, over, reached };
}
