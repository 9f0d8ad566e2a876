import type { Period, Results } from '@portico/contracts/http/event-health';
import { formatNumber } from '@portico/ui';
import { PERIOD_CHOICES } from './period-choices.ts';

export const periodText = (period: Period): string => PERIOD_CHOICES.find(({ id }) => id === period)?.text ?? period;

export const totalOf = ({ success, failure }: Results): number => success + failure;

export const sumOf = (hours: readonly Results[]): Results => ({
  success: hours.reduce((sum, { success }) => sum + success, 0),
  failure: hours.reduce((sum, { failure }) => sum + failure, 0),
});

/** The share of failures, from 0 to 1; null without events. */
export const shareOf = (results: Results): number | null => {
  const total = totalOf(results);
  return total === 0 ? null : results.failure / total;
};

/** Formats a share as a percentage, such as `2.5%`. Never rounds a positive share to 0%. */
export const percentText = (share: number): string => {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${formatNumber(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent))}%`;
};

export const timesText = (count: number): string => (count === 1 ? 'once' : `${formatNumber(count)} times`);
