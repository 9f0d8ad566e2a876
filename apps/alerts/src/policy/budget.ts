import { POLICY } from './decide.ts';

/**
 * Returns the time until which a channel sends no messages, because it has reached the hourly limit; null below the limit.
 * @param sent - times of the messages in the last hour.
 */
export const budgetUntil = (sent: readonly number[], now: number): number | null => {
  const recent = sent.filter((at) => at > now - POLICY.budgetPeriod).toSorted((a, b) => b - a);
  const oldest = recent[POLICY.budget - 1];
  return oldest === undefined ? null : oldest + POLICY.budgetPeriod;
};

/** Whether a reminder is due: once a day while a notice is open and neither acknowledged nor muted. */
export const isReminderDue = (
  open: { isOver: boolean; isAcknowledged: boolean; isMuted: boolean; remindedAt: number },
  now: number,
): boolean => !open.isOver && !open.isAcknowledged && !open.isMuted && now - open.remindedAt >= POLICY.remindAfter;
