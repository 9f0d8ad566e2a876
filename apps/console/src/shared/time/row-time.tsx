import { formatTime, type TimeZone } from '@portico/ui';
import { serverNow } from './server-clock.ts';

/** A time of this year to the millisecond, of another year with the year. */
const textOf = (moment: string, zone: TimeZone): string => {
  const year = new Date(moment).getFullYear();
  return formatTime(moment, zone, year === new Date(serverNow()).getFullYear() ? 'row' : 'full');
};

/** When something happened, in a row. */
export const RowTime = ({ moment, zone }: { moment: string; zone: TimeZone }) => (
  <time dateTime={moment}>{textOf(moment, zone)}</time>
);
