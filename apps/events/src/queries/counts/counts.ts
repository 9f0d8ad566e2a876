import { DAY } from '../../table/schema/buckets.ts';
import { type Buckets, insideOf } from '../../table/count-rows.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { FacetName, FACETS, type FacetValue, ownColumn } from './facets.ts';
import { type BucketResults, type Dictionary, type PartCounts, totals } from './part-counts.ts';
import { fieldTests, filterTests, mark, queryTest, scopeTest, type Test } from './tests.ts';

type Results = { success: number; failure: number };

/** What is in whole buckets of the filter's range; what lies outside of them is counted from the rows. */
export class Counts {
  constructor(
    /** Of a bucket, in milliseconds. */
    readonly length: number,
    private readonly dictionary: Dictionary,
    private readonly parts: readonly PartCounts[],
  ) {}

  /** How far each Kafka partition is stored. */
  get stored(): StoredPlace[] {
    const places = new Map<number, number>();
    for (const { partition, place } of this.parts.flatMap(({ stored }) => stored))
      places.set(partition, Math.max(place, places.get(partition) ?? place));
    return [...places].map(([partition, place]) => ({ partition, place }));
  }

  /** How many of a filter without a search there are in which bucket of `step`, a multiple of the length; in no order. */
  results(filter: ResolvedFilter, step: number = this.length): Map<number, Results> {
    const found = new Map<number, Results>();
    const width = step / this.length;
    const tests = filterTests(this.dictionary, filter);
    const inside = insideOf(filter, this.length);
    for (const part of this.within(inside))
      for (const { bucket, success, failure } of tests.length === 0 ? part.totals : this.totalsOf(part, tests)) {
        if (!isWithin(inside, bucket)) continue;
        const number = Math.floor(bucket / width);
        const there = found.get(number) ?? { success: 0, failure: 0 };
        found.set(number, { success: there.success + success, failure: there.failure + failure });
      }
    // A bucket of nothing that is wanted is none.
    for (const [number, { success, failure }] of found) if (success + failure === 0) found.delete(number);
    return found;
  }

  /** The same by the day, newest first. */
  days(filter: ResolvedFilter): { day: number; count: number }[] {
    return [...this.results(filter, DAY)]
      .map(([day, { success, failure }]) => ({ day, count: success + failure }))
      .toSorted((a, b) => b.day - a.day);
  }

  /** How often each value of each facet occurs. @param visible - what may be seen, whatever was asked for. */
  facets(filter: ResolvedFilter, visible: ResolvedFilter['scope']): FacetValue[] {
    const { dictionary } = this;
    const columns = Object.values(FACETS).map(([column]) => column);
    const own = this.ownTests(filter);
    const seen = scopeTest(dictionary, visible);
    const shared = filter.where.filter((query) => ownColumn(query) === null);
    const tests = [...(seen ? [seen] : []), ...shared.map((query) => queryTest(dictionary, query))];
    const inside = insideOf(filter, this.length);
    const sums = columns.map((column) => new Float64Array(dictionary[column].all.length));
    for (const part of this.within(inside)) {
      const marks = marksOf(part);
      markOutside(part, inside, marks);
      for (const test of tests) mark(part, test, marks, NOT_AT_ALL);
      for (const [facet, test] of own) mark(part, test, marks, 1 << facet);
      // What two facets do not let through is not counted; what one does not, for that one alone.
      for (const [facet, column] of columns.entries())
        addUp(part.codes[column], part.counts, marks, 1 << facet, sums[facet] ?? new Float64Array());
    }
    return FacetName.options.flatMap((facet, index) =>
      [...(sums[index] ?? [])].flatMap((count, code) =>
        count === 0 ? [] : [{ facet, value: String(dictionary[FACETS[facet][0]].all[code]), count }],
      ),
    );
  }

  /** What the filter says of each facet alone, beside the facet's number. */
  private ownTests(filter: ResolvedFilter): [facet: number, test: Test][] {
    const ofFields = fieldTests(this.dictionary, filter);
    const scope = scopeTest(this.dictionary, filter.scope);
    return Object.values(FACETS).flatMap(([column], facet) => {
      const where = filter.where.filter((query) => ownColumn(query) === column);
      const ofField = column === 'organization_id' ? scope : ofFields[column];
      const tests = [...(ofField ? [ofField] : []), ...where.map((query) => queryTest(this.dictionary, query))];
      return tests.map((test): [number, Test] => [facet, test]);
    });
  }

  private within(inside: Buckets | null): readonly PartCounts[] {
    if (inside === null) return [];
    const { first, end } = inside;
    return this.parts.filter((part) => (first === null || part.last >= first) && (end === null || part.first < end));
  }

  private totalsOf(part: PartCounts, tests: readonly Test[]): BucketResults[] {
    const marks = marksOf(part);
    for (const test of tests) mark(part, test, marks, NOT_AT_ALL);
    return totals(part.buckets, part.codes.result, part.counts, this.dictionary.result.codeOf('FAILURE'), marks);
  }
}

/** Beside a bit for each facet. */
const NOT_AT_ALL = 128;
/** Used by one part after the other: nothing here waits. */
let spare = new Uint8Array(1024);

function marksOf({ counts }: PartCounts): Uint8Array {
  if (spare.length < counts.length) spare = new Uint8Array(counts.length * 2);
  return spare.fill(0, 0, counts.length);
}

const isWithin = (inside: Buckets | null, bucket: number): boolean =>
  inside !== null && (inside.first === null || bucket >= inside.first) && (inside.end === null || bucket < inside.end);

function markOutside({ buckets, first, last }: PartCounts, inside: Buckets | null, marks: Uint8Array): void {
  if (isWithin(inside, first) && isWithin(inside, last)) return;
  for (let at = 0; at < buckets.length; at += 1) if (!isWithin(inside, buckets[at]!)) marks[at]! |= NOT_AT_ALL;
}

/** The counts of each code, of what bears no mark, or this one alone. */
function addUp(codes: Uint32Array, counts: Uint32Array, marks: Uint8Array, own: number, sums: Float64Array): void {
  for (let at = 0; at < counts.length; at += 1) {
    const marked = marks[at]!;
    if (marked === 0 || marked === own) sums[codes[at]!]! += counts[at]!;
  }
}
