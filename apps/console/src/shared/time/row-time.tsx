import { formatTime, type TimeZone } from '@portico/ui';
import { serverNow } from './server-clock.ts';

/** A time of this year to the millisecond, of another year with the year. */
const textOf = (moment: string, zone: TimeZone): string => {
  const year = new Date(moment).getFullYear();
  return formatTime(moment, zone, year === new Date(serverNow()).getFullYear() ? 'row' : 'full');
};

/** A time of today to the millisecond, of another day to the minute with its day. */
const shortOf = (moment: string, zone: TimeZone): string => {
  const isToday = formatTime(moment, zone, 'day') === formatTime(serverNow(), zone, 'day');
  return formatTime(moment, zone, isToday ? 'clock' : 'short');
};

/** When something happened, in a row. @param isShort in little room */
export const RowTime = ({ moment, zone, isShort }: { moment: string; zone: TimeZone; isShort: boolean }) => (
  <time dateTime={moment}>{isShort ? shortOf(moment, zone) : textOf(moment, zone)}</time>
);
