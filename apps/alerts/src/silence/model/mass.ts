import { HOUR, type SlotOf } from './week.ts';

export type Profile = readonly number[];

/** A profile and the time zone of its hours. */
export type Rhythm = { profile: Profile; slotOf: SlotOf };

/** Maximum time that `reaches` looks ahead: one year. */
const MAX_AHEAD = 366 * 24 * HOUR;

const rateAt = ({ profile, slotOf }: Rhythm, hour: number): number => profile[slotOf(hour)] ?? 0;

/** Returns the number of events expected between two times, which are milliseconds since 1970. */
export function mass(rhythm: Rhythm, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to;) {
    const hour = Math.floor(at / HOUR);
    const end = Math.min(to, (hour + 1) * HOUR);
    sum += (rateAt(rhythm, hour) * (end - at)) / HOUR;
    at = end;
  }
  return sum;
}

/** Returns the time by which `events` events are expected since `from`; null if this time is more than a year ahead. */
export function reaches(rhythm: Rhythm, from: number, events: number): number | null {
  let missing = events;
  for (let at = from; at < from + MAX_AHEAD;) {
    const hour = Math.floor(at / HOUR);
    const end = (hour + 1) * HOUR;
    const rate = rateAt(rhythm, hour);
    const inHour = (rate * (end - at)) / HOUR;
    if (inHour >= missing) return rate === 0 ? at : Math.min(end, Math.ceil(at + (missing / rate) * HOUR));
    missing -= inHour;
    at = end;
  }
  return null;
}
