import type { Arrivals, Span } from '../../src/silence/model/learn.ts';
import { HOUR, WEEK_HOURS, weekIn } from '../../src/silence/model/week.ts';

/** Returns a random number from 0 to below 1. */
export type Random = () => number;

/**
 * `week`: mean number of events in each hour of the week. `isJob`: in each hour with a mean above 0, a job sends one event, in the first
 * minutes of the hour.
 */
export type Traffic = { week: readonly number[]; isJob?: true };

const spread = (perWeek: number, weight: (hour: number, day: number) => number): number[] => {
  const weights = Array.from({ length: WEEK_HOURS }, (_, slot) => weight(slot % 24, Math.floor(slot / 24)));
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((one) => (perWeek * one) / sum);
};
const isOffice = (hour: number, day: number): boolean => day < 5 && hour >= 8 && hour < 18;

export const TRAFFIC = {
  busy: { week: spread(20_000, () => 1) },
  steady: { week: spread(700, () => 1) },
  office: { week: spread(700, (hour, day) => (isOffice(hour, day) ? 1 : 0)) },
  officeAndNightly: {
    week: spread(900, (hour, day) => (isOffice(hour, day) ? 1 : 0) + (hour === 2 && day < 5 ? 5 : 0)),
  },
  diurnal: { week: spread(3_000, (hour) => 1.05 - Math.cos(((hour - 3) / 12) * Math.PI)) },
  rare: { week: spread(40, () => 1) },
  daily: { week: spread(7, (hour) => (hour === 3 ? 1 : 0)), isJob: true },
  weekly: { week: spread(1, (hour, day) => (hour === 3 && day === 1 ? 1 : 0)), isJob: true },
} as const satisfies Record<string, Traffic>;

/** Returns a gamma-distributed random number with mean 1, by the method of Marsaglia and Tsang for shapes above 1. */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return (d * v) / shape;
  }
}

export function poisson(mean: number, random: Random): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * (gamma(30, random) - 1) * Math.sqrt(30)));
  let count = 0;
  for (let left = Math.exp(-mean), product = random(); product > left; product *= random()) count += 1;
  return count;
}

/** Shape of the gamma distribution that varies the rate of an hour. Smaller shapes give larger bursts and longer gaps. */
const BURSTS = 4;
const JOB_MINUTES = 15;

/** Generates random arrivals in a period. The hours of the week are in the local time of `zone`. */
export function arrivalsOf({ week, isJob }: Traffic, { from, to }: Span, random: Random, zone = 'UTC'): number[] {
  const slotOf = weekIn(zone);
  const moments: number[] = [];
  for (let hour = from / HOUR; hour < to / HOUR; hour += 1) {
    const rate = week[slotOf(hour)] ?? 0;
    if (rate === 0) continue;
    if (isJob) moments.push(hour * HOUR + random() * JOB_MINUTES * 60_000);
    else {
      const count = poisson(rate * gamma(BURSTS, random), random);
      const own = Array.from({ length: count }, () => hour * HOUR + random() * HOUR);
      moments.push(...own.toSorted((a, b) => a - b));
    }
  }
  return moments;
}

const MINUTE = 60_000;

/** Number of gaps in a summary, longest first. Large enough to include the gap with the most expected events. */
const MAX_GAPS = 500;

/** Builds the events service's response for sorted times of arrivals. */
export function summaryOf(moments: readonly number[], { from, to }: Span): Arrivals {
  const hours = new Map<number, number>();
  const minutes = new Set<number>();
  const gaps: Span[] = [];
  for (const [index, at] of moments.entries()) {
    const hour = Math.floor(at / HOUR);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
    minutes.add(Math.floor(at / MINUTE));
    const before = moments[index - 1];
    if (before !== undefined) gaps.push({ from: before, to: at });
  }
  const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_GAPS);
  return { from, to, count: moments.length, minutes: minutes.size, hours: [...hours], gaps: longest };
}
