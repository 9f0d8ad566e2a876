import type { Measure } from '@portico/contracts/http/event-usage';
import type { Meter, MeterPeriod } from '@portico/contracts/http/usage';

export const MEASURE_TEXTS: Record<Measure, string> = {
  events: 'Number of events',
  distinct: 'Distinct values of a field',
  sum: 'Sum of a field',
};

export const PERIOD_TEXTS: Record<MeterPeriod, string> = {
  month: 'Calendar month of the organization',
  subscription: 'Billing period of the subscription',
};

const whatOf = ({ measure, field }: Meter): string => {
  if (measure === 'events') return 'Counts';
  return measure === 'sum' ? `Sums ${field ?? ''} of` : `Counts distinct values of ${field ?? ''} in`;
};

/** Describes a meter, for example `Counts events where status:SUCCESS`; appends `, by billing period` if it is not monthly. */
export const meterText = (meter: Meter | null): string => {
  if (meter === null) return 'No meter';
  const { where, period } = meter;
  const by = period === 'month' ? '' : ', by billing period';
  return `${whatOf(meter)} ${where.trim() === '' ? 'all events' : `events where ${where}`}${by}`;
};
