import { DAY, HOUR } from '../table/schema/buckets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Readable bucket lengths in milliseconds. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].flatMap((count) => [count * SECOND, count * MINUTE]),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY),
].toSorted((a, b) => a - b);

/** Buckets of `step` milliseconds. `from` and `to` are multiples of `step`, in milliseconds since 1970 UTC. */
export type Buckets = { from: number; to: number; step: number };

/** Returns the shortest buckets that cover `from` <= time < `to`: at most `most` buckets, each of at least `least` milliseconds. */
export function bucketsOver(from: number, to: number, most: number, least = 0): Buckets {
  for (let index = STEPS.findIndex((step) => step >= least); ; index += 1) {
    const step = STEPS[index] ?? 364 * DAY * 2 ** (index - STEPS.length + 1);
    const first = Math.floor(from / step) * step;
    const last = Math.ceil(to / step) * step;
    if ((last - first) / step <= most) return { from: first, to: last, step };
  }
}
