import { mass, type Profile, type Rhythm } from './mass.ts';
import { HOUR, type SlotOf, WEEK_HOURS, weekIn } from './week.ts';

/** A period in milliseconds since 1970. */
export type Span = { from: number; to: number };

/**
 * The arrivals of events in a period. `hours`: [hours since 1970, events] for hours with events. `gaps`: the longest gaps overall and
 * of each hour of the week. `minutes`: the number of minutes with events.
 */
export type Arrivals = Span & {
  count: number;
  minutes: number;
  hours: readonly (readonly [number, number])[];
  gaps: readonly Span[];
};

/**
 * Past gaps that a user marked. Learning ignores `unusual` gaps. The threshold exceeds the `normal` gaps, so that such gaps do not count as
 * silence.
 */
type MarkedGaps = { unusual: readonly Span[]; normal: readonly Span[] };

export type Learned = { kind: 'learning' | 'regular' | 'irregular'; profile: Profile; threshold: number };

/**
 * Minimum weeks of arrivals to learn from. `MIN_GAPS`: minimum number of minutes with events; a weekly job reaches it after eight weeks.
 */
const MIN_WEEKS = 2;
const MIN_GAPS = 8;
/** With fewer arrivals than this, {@link MIN_MISSING_EVENTS} does not apply and the longest gap alone determines the threshold. */
const MIN_ARRIVALS = 200;
/** Minimum number of expected events that must be missing, because a few of many events are always late. */
const MIN_MISSING_EVENTS = 5;
/** Factor by which a gap must exceed the longest usual gap to count as silence. */
const MARGIN = 1.5;
/** Maximum threshold, in weeks of mean traffic. Above the maximum, an integration is irregular and silence is not detected. */
const MAX_THRESHOLD_WEEKS = 2;

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Returns the mean number of events in each hour of the week. Starts at the first event and ignores unusual hours. */
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

/** Smooths the means: half of each hour and a quarter of each neighbour, because events may come a little earlier or later. */
export const smoothed = (means: readonly number[]): Profile =>
  means.map((mean, at) => {
    const before = means[(at + means.length - 1) % means.length] ?? 0;
    const after = means[(at + 1) % means.length] ?? 0;
    return before / 4 + mean / 2 + after / 4;
  });

const greatest = (rhythm: Rhythm, gaps: readonly Span[]): number =>
  gaps.reduce((most, { from, to }) => Math.max(most, mass(rhythm, from, to)), 0);

/** Learns an integration's profile and threshold from past arrivals. The size of a gap is the number of events expected in the gap. */
export function learn(arrivals: Arrivals, zone: string, { unusual, normal }: MarkedGaps): Learned {
  const slotOf = weekIn(zone);
  const { weeks, means } = meansOf(arrivals, slotOf, unusual);
  const profile = smoothed(means);
  const rhythm = { profile, slotOf };
  const usual = arrivals.gaps.filter((gap) => !unusual.some((one) => overlaps(one, gap)));
  const learned = MARGIN * greatest(rhythm, usual);
  const threshold = arrivals.count < MIN_ARRIVALS ? learned : Math.max(MIN_MISSING_EVENTS, learned);
  const isKnown = weeks >= MIN_WEEKS && arrivals.minutes >= MIN_GAPS;
  return withNormal({ kind: isKnown ? 'regular' : 'learning', profile, threshold }, slotOf, normal);
}

/** Returns the learned profile with a threshold above the gaps that a user marked as normal. */
export function withNormal(
  { kind, profile, threshold: least }: Learned,
  slotOf: SlotOf,
  normal: readonly Span[],
): Learned {
  const threshold = Math.max(least, MARGIN * greatest({ profile, slotOf }, normal));
  if (kind === 'learning') return { kind, profile, threshold };
  const perWeek = profile.reduce((sum, rate) => sum + rate, 0);
  return { kind: threshold > MAX_THRESHOLD_WEEKS * perWeek ? 'irregular' : 'regular', profile, threshold };
}
