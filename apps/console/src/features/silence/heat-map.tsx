import { Fragment } from 'react';
import * as styles from './silence.css.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY_NAMES = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
const days = new Intl.ListFormat('en', { type: 'conjunction' });
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Labels every sixth hour, because the chart has no room for all labels. */
const HOURS_PER_LABEL = 6;

/** Minimum visible rate, in events per hour. The chart shows a lower rate as no events. */
export const MIN_RATE = 0.05;

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const rateText = (rate: number): string =>
  rate < MIN_RATE ? 'no events' : `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} an hour`;

/** Returns the current hour of the week in a time zone, from 0 (Monday at 00:00) to 167. */
export function slotNow(zone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const texts = new Map(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return DAYS.indexOf(texts.get('weekday') ?? '') * 24 + Number(texts.get('hour'));
}

export function summaryOf(profile: readonly number[]): string {
  const busiest = profile.indexOf(Math.max(...profile));
  const silentDays = DAY_NAMES.filter((_, day) =>
    profile.slice(day * 24, day * 24 + 24).every((rate) => rate < MIN_RATE),
  );
  const quiet = silentDays.length === 0 ? '' : ` Nothing on ${days.format(silentDays)}.`;
  return `Most on ${DAY_NAMES[Math.floor(busiest / 24)]} at ${clock(busiest % 24)}, ${rateText(profile[busiest] ?? 0)}.${quiet}`;
}

type HeatMapProps = { profile: readonly number[]; zone: string; now: number };

/** A chart of the usual events per hour of the week. The current hour has a frame. */
export const HeatMap = ({ profile, zone, now }: HeatMapProps) => {
  const maxRate = Math.max(...profile, Number.MIN_VALUE);
  const present = slotNow(zone, now);
  return (
    <figure className={styles.figure} aria-label={`The usual week: ${summaryOf(profile)}`}>
      <div className={styles.map} aria-hidden>
        <span />
        {HOURS.map((hour) => (
          <span key={hour} className={styles.hour}>
            {hour % HOURS_PER_LABEL === 0 && String(hour).padStart(2, '0')}
          </span>
        ))}
        {DAYS.map((day, at) => (
          <Fragment key={day}>
            <span className={styles.day}>{day}</span>
            {HOURS.map((hour) => {
              const slot = at * 24 + hour;
              const rate = profile[slot] ?? 0;
              return (
                <span
                  key={hour}
                  className={styles.cell}
                  title={`${day} ${clock(hour)}, ${rateText(rate)}${slot === present ? ', now' : ''}`}
                  // The square root makes small values visible next to large values.
                  style={{ ['--rate' as string]: `${Math.round(Math.sqrt(rate / maxRate) * 100)}%` }}
                  {...(slot === present && { 'data-now': true })}
                />
              );
            })}
          </Fragment>
        ))}
      </div>
      <figcaption className={styles.note}>
        {summaryOf(profile)} Hours of {zone}; the framed hour is now.
      </figcaption>
    </figure>
  );
};
