import { learn, type Learned, type Span } from '../../src/silence/model/learn.ts';
import { mass, reaches } from '../../src/silence/model/mass.ts';
import { HOUR, weekIn } from '../../src/silence/model/week.ts';
import { type Random, summaryOf } from './traffic.ts';

const NOTHING = { unusual: [], normal: [] };

/** Times of arrivals in a period. */
export type Period = Span & { moments: readonly number[] };
/** The result of a trial. `delay`: hours from the final stop until its detection; Infinity without a detection. */
export type Trial = { falseAlarms: number; delay: number; kind: Learned['kind'] };

/**
 * Learns from the first period and counts false alarms in the second period. Then assumes that the traffic stops at a random time of the
 * second period, and computes the delay until the detection.
 */
export function tryOn(first: Period, second: Period, zone: string, random: Random): Trial {
  const learned = learn(summaryOf(first.moments, first), zone, NOTHING);
  const rhythm = { profile: learned.profile, slotOf: weekIn(zone) };
  const moments = [...first.moments.slice(-1), ...second.moments];
  let falseAlarms = 0;
  for (const [at, moment] of moments.entries()) {
    const next = moments[at + 1];
    // Skips gaps below a minute to save time.
    if (next !== undefined && next - moment > 60_000 && mass(rhythm, moment, next) >= learned.threshold)
      falseAlarms += 1;
  }
  const stopsAt = second.from + random() * (second.to - second.from);
  const last = moments.findLast((moment) => moment <= stopsAt) ?? second.from;
  const dueAt = reaches(rhythm, last, learned.threshold);
  return {
    falseAlarms,
    delay: dueAt === null ? Infinity : Math.max(0, dueAt - stopsAt) / HOUR,
    kind: learned.kind,
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
