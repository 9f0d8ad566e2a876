const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lengths of a bucket that people can read, in seconds. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].flatMap((count) => [count, count * MINUTE]),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY),
].toSorted((a, b) => a - b);

/** Whole buckets, `step` seconds each, that begin at multiples of it in UTC. Moments in milliseconds since 1970. */
export type Buckets = { from: number; to: number; step: number };

/** The shortest buckets that hold everything from `from` to before `to`, and are at most `most`. */
export function bucketsOver(from: number, to: number, most: number): Buckets {
  for (let index = 0; ; index += 1) {
    const step = STEPS[index] ?? 364 * DAY * 2 ** (index - STEPS.length + 1);
    const length = step * 1_000;
    const first = Math.floor(from / length) * length;
    const last = Math.ceil(to / length) * length;
    if ((last - first) / length <= most) return { from: first, to: last, step };
  }
}
