import { formatNumber } from '@portico/ui';

/** A percentage with two decimals, rounded down, so that 100% means all. `–` if the whole is zero or a count is unknown. */
export const shareText = (part: number | null, whole: number | null): string =>
  part === null || whole === null || whole === 0 ? '–' : `${formatNumber(Math.floor((part * 10_000) / whole) / 100)}%`;

export const acceptedNote = (accepted: number | null, published: number | null): string => {
  if (accepted === null || published === null) return 'Too many events to count';
  if (published === 0) return 'No events in this period';
  if (published === 1) return accepted === 1 ? 'The one event is listed' : 'The one event is not listed';
  return `${formatNumber(accepted)} of ${formatNumber(published)} events are listed`;
};
