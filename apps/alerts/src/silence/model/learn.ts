import { mass, type Profile, type Rhythm } from './mass.ts';
import { HOUR, type SlotOf, WEEK_HOURS, weekIn } from './week.ts';

/** From one moment to another, in milliseconds since 1970. */
export type Span = { from: number; to: number };

/**
 * When events arrived in a period: `hours` are [hours since 1970, events] of the hours with events, `gaps` the longest times
 * without one, those of each hour of the week among them, and `minutes` how many minutes there were with events.
 */
export type Arrivals = Span & {
  count: number;
  minutes: number;
  hours: readonly (readonly [number, number])[];
  gaps: readonly Span[];
};

/** What somebody said of past gaps: `unusual` ones are not learned from, `normal` ones are to be expected. */
export type Told = { unusual: readonly Span[]; normal: readonly Span[] };

export type Learned = { kind: 'learning' | 'regular' | 'irregular'; profile: Profile; threshold: number };

/** Least weeks to learn from, and least gaps, the present one counted: so a weekly job is learned in eight weeks. */
export const LEAST_WEEKS = 2;
export const LEAST_GAPS = 8;
/** With fewer arrivals the greatest gap is known well enough, because it is nearly all that is known. */
const FEW_ARRIVALS = 200;
/** Events that are always waited for: among many arrivals a few are late at any time. */
const LEAST_EVENTS = 5;
/** So much longer than the greatest gap that was normal. */
const MARGIN = 1.5;
/** Weeks of its own mean, beyond which silence would be noticed too late to say anything. */
const LONGEST_WEEKS = 2;

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Mean events of each hour of the week, in the whole hours from the first with an event on that are not left out. */
function meansOf({ from, to, hours }: Arrivals, slotOf: SlotOf, unusual: readonly Span[]) {
  const counts = new Map(hours.map(([hour, count]) => [hour, count]));
  const events = Array.from({ length: WEEK_HOURS }, () => 0);
  const seen = Array.from({ length: WEEK_HOURS }, () => 0);
  const first = Math.max(Math.ceil(from / HOUR), Math.min(...counts.keys()));
  let length = 0;
  for (let hour = first; hour < Math.floor(to / HOUR); hour += 1) {
    const span = { from: hour * HOUR, to: (hour + 1) * HOUR };
    if (unusual.some((one) => overlaps(one, span))) continue;
    const at = slotOf(hour);
    events[at] = (events[at] ?? 0) + (counts.get(hour) ?? 0);
    seen[at] = (seen[at] ?? 0) + 1;
    length += 1;
  }
  return { weeks: length / WEEK_HOURS, means: events.map((sum, at) => sum / Math.max(1, seen[at] ?? 0)) };
}

/** Each hour with a quarter of either neighbour: what usually comes at 9 may come a little earlier or later. */
export const smoothed = (means: readonly number[]): Profile =>
  means.map((mean, at) => {
    const before = means[(at + means.length - 1) % means.length] ?? 0;
    const after = means[(at + 1) % means.length] ?? 0;
    return before / 4 + mean / 2 + after / 4;
  });

const greatest = (rhythm: Rhythm, gaps: readonly Span[]): number =>
  gaps.reduce((most, { from, to }) => Math.max(most, mass(rhythm, from, to)), 0);

/** What to expect of an integration, from when its events arrived. A gap is as great as the events expected in it. */
export function learn(arrivals: Arrivals, zone: string, { unusual, normal }: Told): Learned {
  const slotOf = weekIn(zone);
  const { weeks, means } = meansOf(arrivals, slotOf, unusual);
  const profile = smoothed(means);
  const rhythm = { profile, slotOf };
  const usual = arrivals.gaps.filter((gap) => !unusual.some((one) => overlaps(one, gap)));
  const learned = MARGIN * greatest(rhythm, usual);
  const threshold = arrivals.count < FEW_ARRIVALS ? learned : Math.max(LEAST_EVENTS, learned);
  const isKnown = weeks >= LEAST_WEEKS && arrivals.minutes >= LEAST_GAPS;
  return withNormal({ kind: isKnown ? 'regular' : 'learning', profile, threshold }, slotOf, normal);
}

/** The same when these gaps are normal, too. */
export function withNormal(
  { kind, profile, threshold: least }: Learned,
  slotOf: SlotOf,
  normal: readonly Span[],
): Learned {
  const threshold = Math.max(least, MARGIN * greatest({ profile, slotOf }, normal));
  if (kind === 'learning') return { kind, profile, threshold };
  const perWeek = profile.reduce((sum, rate) => sum + rate, 0);
  return { kind: threshold > LONGEST_WEEKS * perWeek ? 'irregular' : 'regular', profile, threshold };
}
