/** Milliseconds. */
export const HOUR = 3_600_000;
const DAY_HOURS = 24;
/** Hours of a week, starting on Monday at 00:00. */
export const WEEK_HOURS = 168;
/** 1970 began on a Thursday. */
const FIRST_SLOT = 3 * DAY_HOURS;
/** Maximum cached days; beyond it the cache is cleared. */
const MAX_DAYS = 1_000;

/** Returns the hour of the week of an hour, given as whole hours since 1970. */
export type SlotOf = (hour: number) => number;

const slot = (localHour: number): number => (((localHour + FIRST_SLOT) % WEEK_HOURS) + WEEK_HOURS) % WEEK_HOURS;

/** Returns the zone's offset from UTC in minutes at a time. */
function offsetReader(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

function inZone(zone: string): SlotOf {
  const offsetAt = offsetReader(zone);
  /** Offset by UTC day; null when clocks change on that day. */
  const days = new Map<number, number | null>();
  const ofDay = (day: number): number | null => {
    const known = days.get(day);
    if (known !== undefined) return known;
    if (days.size >= MAX_DAYS) days.clear();
    const offset = offsetAt(day * DAY_HOURS * HOUR);
    const value = offsetAt((day + 1) * DAY_HOURS * HOUR) === offset ? offset : null;
    days.set(day, value);
    return value;
  };
  return (hour) => {
    const offset = ofDay(Math.floor(hour / DAY_HOURS)) ?? offsetAt(hour * HOUR);
    return slot(Math.floor(hour + offset / 60));
  };
}

const zones = new Map<string, SlotOf>();

/**
 * Hours of the week in a zone. When clocks change, one hour is skipped or repeated.
 * @throws RangeError for an unknown zone.
 */
export function weekIn(zone: string): SlotOf {
  const known = zones.get(zone);
  if (known) return known;
  const made = zone === 'UTC' ? slot : inZone(zone);
  zones.set(zone, made);
  return made;
}
