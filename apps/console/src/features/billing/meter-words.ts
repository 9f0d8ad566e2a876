import type { Measure } from '@portico/contracts/http/event-usage';
import type { Meter } from '@portico/contracts/http/usage';

export const MEASURE_TEXTS: Record<Measure, string> = {
  events: 'Number of events',
  distinct: 'Distinct values of a field',
  sum: 'Sum of a field',
};

const whatOf = ({ measure, field }: Meter): string => {
  if (measure === 'events') return 'Counts';
  return measure === 'sum' ? `Sums ${field ?? ''} of` : `Counts distinct values of ${field ?? ''} in`;
};

/** `Counts events where status:SUCCESS`. */
export const meterText = (meter: Meter | null): string => {
  if (meter === null) return 'No meter';
  const { where } = meter;
  return where.trim() === '' ? `${whatOf(meter)} all events` : `${whatOf(meter)} events where ${where}`;
};
