import { POLICY } from './decide.ts';

/**
 * Returns until when a channel is paused because it reached the hourly limit of messages; null below the limit.
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
