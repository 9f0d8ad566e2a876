import type { EventHistogram, EventRow } from '@portico/contracts/http/events';

type Bucket = EventHistogram['buckets'][number];

/** With more bars, the histogram merges each pair of bars. */
const MAX_BARS = 160;

const startOf = (moment: number): string => new Date(moment).toISOString();

/** Merges each pair of bars into a bar of twice the length. */
const coarser = ({ buckets, step, ...rest }: EventHistogram): EventHistogram => {
  const pairs: Bucket[] = [];
  buckets.forEach((bucket, index) => {
    const before = pairs.at(-1);
    if (index % 2 === 0 || before === undefined) pairs.push({ ...bucket });
    else {
      before.success += bucket.success;
      before.failure += bucket.failure;
    }
  });
  const to = startOf(Date.parse(rest.from) + pairs.length * step * 2_000);
  return { ...rest, to, step: step * 2, buckets: pairs };
};

const empty = (from: number, count: number, step: number): Bucket[] =>
  Array.from({ length: count }, (_, index) => ({ at: startOf(from + index * step), success: 0, failure: 0 }));

/** Extends the bars to cover `first` to `last` (milliseconds since 1970). */
const widened = (histogram: EventHistogram, first: number, last: number): EventHistogram => {
  const step = histogram.step * 1_000;
  const from = Date.parse(histogram.from);
  const to = from + histogram.buckets.length * step;
  const before = Math.max(0, Math.ceil((from - first) / step));
  const after = Math.max(0, Math.floor((last - to) / step) + 1);
  if (before + after === 0) return histogram;
  if (histogram.buckets.length + before + after > MAX_BARS) return widened(coarser(histogram), first, last);
  const start = from - before * step;
  return {
    ...histogram,
    from: startOf(start),
    to: startOf(to + after * step),
    buckets: [...empty(start, before, step), ...histogram.buckets, ...empty(to, after, step)],
  };
};

/** Adds rows to a histogram. Adds bars before and after the histogram for earlier and later rows. */
export const countInto = (histogram: EventHistogram, rows: readonly EventRow[]): EventHistogram => {
  if (rows.length === 0) return histogram;
  const times = rows.map(({ timestamp }) => Date.parse(timestamp));
  const first = Math.min(...times);
  // If the histogram has no bars, the earliest row determines the start.
  const start = startOf(Math.floor(first / 1_000) * 1_000);
  const startedHistogram =
    histogram.buckets.length === 0 ? { ...histogram, from: start, to: start, step: 1 } : histogram;
  const wide = widened(startedHistogram, first, Math.max(...times));
  const buckets = [...wide.buckets];
  const from = Date.parse(wide.from);
  rows.forEach(({ result }, index) => {
    const place = Math.floor(((times[index] ?? from) - from) / (wide.step * 1_000));
    const bucket = buckets[place];
    if (bucket === undefined) return;
    const name = result === 'FAILURE' ? 'failure' : 'success';
    buckets[place] = { ...bucket, [name]: bucket[name] + 1 };
  });
  return { ...wide, buckets };
};
