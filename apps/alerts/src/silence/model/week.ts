export const HOUR = 3_600_000;
const DAY_HOURS = 24;
/** Hours of a week, starting on Monday at 00:00. */
export const WEEK_HOURS = 168;
/** Hour of the week at the start of 1970, which was a Thursday. */
const FIRST_SLOT = 3 * DAY_HOURS;
/** Maximum cached days. A full cache is cleared. */
const MAX_DAYS = 1_000;

export type SlotOf = (hour: number) => number;

const slot = (localHour: number): number => (((localHour + FIRST_SLOT) % WEEK_HOURS) + WEEK_HOURS) % WEEK_HOURS;

/** Returns a function that returns the zone's offset from UTC at a given time, in minutes. */
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
  /** Offset by UTC day; null for days on which clocks change. */
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
 * Returns the conversion to hours of the week in a zone. A clock change skips or repeats an hour.
 * @throws RangeError for an unknown zone.
 */
export function weekIn(zone: string): SlotOf {
  const known = zones.get(zone);
  if (known) return known;
  const made = zone === 'UTC' ? slot : inZone(zone);
  zones.set(zone, made);
  return made;
}
