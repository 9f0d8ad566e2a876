/** A range of time in milliseconds since 1970. A moment is in the range if `startsAt` <= moment < `endsAt`. */
export type Span = { startsAt: number; endsAt: number };

const DAY = 86_400_000;
/**
 * Minimum length in milliseconds of a period by calendar months. Time zones differ by up to 26 hours, so without this minimum a
 * change of the zone could create a period of a few hours.
 */
const MIN_MONTH_MS = 26 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** The local time in the zone as if it were UTC, in milliseconds without fractions of a second. */
function localOf(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((name) =>
    parts.get(name),
  );
  return Date.UTC(year, month - 1, ...rest.map((part) => part ?? 0));
}

/** The first moment of a month in the zone, which is after midnight if midnight does not exist on that day. */
function monthStart(year: number, month: number, zone: string): number {
  const shown = Date.UTC(year, month, 1);
  const candidates = [shown - DAY, shown + DAY].map((guess) => shown - (localOf(guess, zone) - guess));
  return Math.min(...candidates.filter((at) => localOf(at, zone) >= shown));
}

function monthAfter(at: number, zone: string): number {
  const local = new Date(localOf(at, zone));
  return monthStart(local.getUTCFullYear(), local.getUTCMonth() + 1, zone);
}

function monthOf(at: number, zone: string): number {
  const local = new Date(localOf(at, zone));
  return monthStart(local.getUTCFullYear(), local.getUTCMonth(), zone);
}

/** The source of the boundaries of periods: the current period of a subscription or, if null, calendar months in the time zone. */
export type Cut = { zone: string; subscription: Span | null };

/**
 * Returns the periods that begin until `now`, after the period that ended at `after`; null if there is no period yet. Each period
 * begins where the previous period ends, even if the source of the boundaries has changed. While the renewal of a subscription is
 * unknown, there is no next period.
 */
export function periodsUntil(now: number, after: number | null, { zone, subscription }: Cut): Span[] {
  const endOf = (startsAt: number): number | null => {
    if (subscription === null) return monthAfter(startsAt + MIN_MONTH_MS, zone);
    const { startsAt: from, endsAt: to } = subscription;
    return startsAt < from ? from : startsAt < to ? to : null;
  };
  const spans: Span[] = [];
  let startsAt = after ?? (subscription === null ? monthOf(now, zone) : Math.min(subscription.startsAt, now));
  while (startsAt <= now) {
    const endsAt = endOf(startsAt);
    if (endsAt === null) break;
    spans.push({ startsAt, endsAt });
    startsAt = endsAt;
  }
  return spans;
}
