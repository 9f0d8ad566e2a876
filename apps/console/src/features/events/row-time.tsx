import { formatTime, type TimeZone } from '@portico/ui';
import { serverNow } from '../../shared/time/server-clock.ts';

/** A time to the millisecond, with the year if it is not the current one. */
const textOf = (moment: string, zone: TimeZone): string => {
  const year = new Date(moment).getFullYear();
  return formatTime(moment, zone, year === new Date(serverNow()).getFullYear() ? 'row' : 'full');
};

/** A time of today to the millisecond; of another day, the date and the minute. */
const shortOf = (moment: string, zone: TimeZone): string => {
  const isToday = formatTime(moment, zone, 'day') === formatTime(serverNow(), zone, 'day');
  return formatTime(moment, zone, isToday ? 'clock' : 'short');
};

/**
 * The time of an event in a row.
 * @param isShort for narrow columns
 */
export const RowTime = ({ moment, zone, isShort }: { moment: string; zone: TimeZone; isShort: boolean }) => (
  <time dateTime={moment}>{isShort ? shortOf(moment, zone) : textOf(moment, zone)}</time>
);
