/** Milliseconds since 1970: `startsAt` <= now < `endsAt`. */
export type Span = { startsAt: number; endsAt: number };

const DAY = 86_400_000;
/** Zones differ by up to 26 hours: a change of zone never leaves a month of a few hours. */
const LEAST_MONTH = 26 * 3_600_000;

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

/** What clocks there show, as if they were in UTC. Whole seconds. */
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

/** The first moment at which clocks there show the first of a month, or later where midnight is left out. */
function monthStart(year: number, month: number, zone: string): number {
  const shown = Date.UTC(year, month, 1);
  const candidates = [shown - DAY, shown + DAY].map((beside) => shown - (localOf(beside, zone) - beside));
  return Math.min(...candidates.filter((at) => localOf(at, zone) >= shown));
}

/** The first moment of a calendar month after `at`. */
function monthAfter(at: number, zone: string): number {
  const local = new Date(localOf(at, zone));
  return monthStart(local.getUTCFullYear(), local.getUTCMonth() + 1, zone);
}

/** The first moment of the calendar month that `at` lies in. */
function monthOf(at: number, zone: string): number {
  const local = new Date(localOf(at, zone));
  return monthStart(local.getUTCFullYear(), local.getUTCMonth(), zone);
}

/** By what an organization's periods of an entitlement are cut. `subscription`: its present span; null: calendar months. */
export type Cut = { zone: string; subscription: Span | null };

/**
 * The periods that begin until `now`, after one that ended at `after`; null: the first ones. Each begins where the one before ends,
 * whatever cuts them by then. While the renewal of a subscription is not known, the next period waits for it.
 */
export function periodsUntil(now: number, after: number | null, { zone, subscription }: Cut): Span[] {
  const endOf = (startsAt: number): number | null => {
    if (subscription === null) return monthAfter(startsAt + LEAST_MONTH, zone);
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
