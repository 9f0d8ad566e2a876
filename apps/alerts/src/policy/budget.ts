import { POLICY } from './decide.ts';

/**
 * Until when nothing is sent through a channel because it has had its messages of an hour.
 * @param sent - moments of the messages of the last hour.
 */
export const budgetUntil = (sent: readonly number[], now: number): number | null => {
  const recent = sent.filter((at) => at > now - POLICY.budgetPeriod).toSorted((a, b) => b - a);
  const oldest = recent[POLICY.budget - 1];
  return oldest === undefined ? null : oldest + POLICY.budgetPeriod;
};

/** Whether to remind: once a day while it is open and nobody has acknowledged it. */
export const isReminderDue = (
  open: { isOver: boolean; isAcknowledged: boolean; isMuted: boolean; remindedAt: number },
  now: number,
): boolean => !open.isOver && !open.isAcknowledged && !open.isMuted && now - open.remindedAt >= POLICY.remindAfter;
