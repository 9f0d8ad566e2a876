import { useQuery } from '@tanstack/react-query';
import type { UsagePeriod } from '@portico/contracts/http/usage';
import { Note } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { Trend } from '../../shared/health/trend.tsx';
import { amountText, usageDaysQuery } from '../../shared/purchases/usage.ts';
import { dayIn } from './words.ts';

const HOUR = 3_600_000;
/** Milliseconds that must have passed in a period before Portico forecasts its use. */
const MIN_SPAN = 24 * HOUR;

/**
 * Predicts the use at the end of a period at the current rate. Returns null during the first 24 hours, and after the period. Also returns
 * null for a count of distinct values, which does not grow at a constant rate, because values repeat.
 */
const forecastOf = ({ state, measure, startsAt, endsAt, countedTo, value, used }: UsagePeriod): number | null => {
  const [from, to, now] = [startsAt, endsAt, countedTo].map((moment) => Date.parse(moment));
  if (state !== 'running' || measure === 'distinct' || !from || !to || !now || now - from < MIN_SPAN) return null;
  return Number(used) + (Number(value) * (to - now)) / (now - from);
};

/** Lists the past days of a period in its time zone, such as `2026-11-28`. */
const daysOf = ({ startsAt, countedTo, timeZone }: UsagePeriod): string[] => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Set<string>();
  const end = Date.parse(countedTo);
  for (let at = Date.parse(startsAt); at < end; at += 12 * HOUR) days.add(format.format(at));
  if (end > Date.parse(startsAt)) days.add(format.format(end - 1));
  return [...days];
};

const dayText = (day: string): string => dayIn('UTC', `${day}T00:00:00Z`);

type UsageDaysProps = { name: string; period: UsagePeriod; allowedCount: number };

/** A chart with one bar per day of a period, and the forecast. */
export const UsageDays = ({ name, period, allowedCount }: UsageDaysProps) => {
  const { data } = useQuery(usageDaysQuery(useApi(), period.id));
  const forecast = forecastOf(period);
  const values = new Map(data?.days?.map(({ day, value }) => [day, value]));
  const days = daysOf(period).map((day) => ({ day, value: values.get(day) ?? '0' }));
  const [busiest] = days.toSorted((one, other) => Number(other.value) - Number(one.value));
  const words = busiest && `${name} by day: most on ${dayText(busiest.day)}, ${amountText(busiest.value)}`;
  return (
    <>
      {values.size > 0 && (
        <figure aria-label={words}>
          <Trend
            of="usage"
            days={days.map(({ value }) => Number(value))}
            titles={days.map(({ day, value }) => `${dayText(day)}: ${amountText(value)}`)}
          />
        </figure>
      )}
      {forecast !== null && (
        <Note>
          About {amountText(String(Math.round(forecast)))} by {dayIn(period.timeZone, period.endsAt)} at this rate
          {forecast > allowedCount && `, over the ${amountText(String(allowedCount))} allowed`}
        </Note>
      )}
    </>
  );
};
