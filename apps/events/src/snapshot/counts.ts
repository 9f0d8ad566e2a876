import { type Buckets, insideOf } from '../table/count-rows.ts';
import type { CountedColumn } from '../table/filter/counted.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { FacetName, FACETS, type FacetValue, ownColumn, ownOf } from './facet-columns.ts';
import { marginOf } from './margins.ts';
import type { Dictionary, PartCounts } from './part-counts.ts';
import { columnsOf, filterTests, mark, queryTest, scopeTest, type Test } from './tests.ts';

type Results = { success: number; failure: number };

/** Counts events in the whole buckets of a filter's range. Callers count the rest of the range from rows. */
export class Counts {
  constructor(
    /** Bucket length in milliseconds. */
    readonly length: number,
    private readonly dictionary: Dictionary,
    private readonly parts: readonly PartCounts[],
  ) {}

  /** Returns the results of a filter without text search, by bucket number. `step`: bucket length, a multiple of {@link length}. */
  results(filter: ResolvedFilter, step: number = this.length): Map<number, Results> {
    const found = new Map<number, Results>();
    const width = step / this.length;
    const tests = filterTests(this.dictionary, filter);
    const inside = insideOf(filter, this.length);
    const failure = this.dictionary.result.codeOf('FAILURE');
    for (const part of this.within(inside, tests)) {
      const marks = marksOf(part, tests);
      markOutside(part, inside, marks);
      const { buckets, counts, codes } = part;
      for (let at = 0; at < counts.length; at += 1) {
        if (marks[at] !== 0) continue;
        const number = Math.floor(buckets[at]! / width);
        const there = found.get(number) ?? { success: 0, failure: 0 };
        found.set(number, there);
        there[codes.result[at] === failure ? 'failure' : 'success'] += counts[at]!;
      }
    }
    return found;
  }

  count(filter: ResolvedFilter): number {
    return [...this.results(filter).values()].reduce((sum, { success, failure }) => sum + success + failure, 0);
  }

  /**
   * Returns the count of each value of each facet.
   * @param visible - the caller's scope, before the filter narrows it to the requested organizations.
   */
  facets(filter: ResolvedFilter, visible: ResolvedFilter['scope']): FacetValue[] {
    const { dictionary } = this;
    const own = this.ownTests(filter);
    const seen = scopeTest(dictionary, visible);
    const shared = filter.where.filter((query) => ownColumn(query) === null);
    const tests = [...(seen ? [seen] : []), ...shared.map((query) => queryTest(dictionary, query))];
    const inside = insideOf(filter, this.length);
    return FacetName.options.flatMap((name, facet) => {
      const column = FACETS[name];
      const wanted = [...tests, ...own.flatMap(([of, test]) => (of === facet ? [] : [test]))];
      const sums = new Float64Array(dictionary[column].all.length);
      for (const part of this.within(inside, wanted, [column])) {
        const marks = marksOf(part, wanted);
        markOutside(part, inside, marks);
        addUp(part.codes[column], part.counts, marks, sums);
      }
      const found: FacetValue[] = [];
      for (const [code, count] of sums.entries())
        if (count > 0) found.push({ facet: name, value: String(dictionary[column].all[code]), count });
      return found;
    });
  }

  /** Returns the filter's conditions that concern a single facet, with the facet's index. */
  private ownTests(filter: ResolvedFilter): [facet: number, test: Test][] {
    return Object.values(FACETS).flatMap((column, facet) =>
      filterTests(this.dictionary, ownOf(filter, column)).map((test): [number, Test] => [facet, test]),
    );
  }

  /** Returns the parts with buckets in the range, aggregated by `columns` and by the columns of `tests`. */
  private within(
    inside: Buckets | null,
    tests: readonly Test[],
    columns: readonly CountedColumn[] = [],
  ): readonly PartCounts[] {
    if (inside === null) return [];
    const { first, end } = inside;
    const looked = new Set([...columns, ...tests.flatMap((test) => columnsOf(test))]);
    return this.parts
      .filter((part) => (first === null || part.last >= first) && (end === null || part.first < end))
      .map((part) => marginOf(part, looked, this.dictionary));
  }
}

/** Array that all parts reuse one after another, which is safe because the code that uses it never awaits. */
let spare = new Uint8Array(1024);

/** Returns an array with 1 for each count that a test excludes, and 0 for other counts. */
function marksOf(part: PartCounts, tests: readonly Test[]): Uint8Array {
  const { length } = part.counts;
  if (spare.length < length) spare = new Uint8Array(length * 2);
  spare.fill(0, 0, length);
  for (const test of tests) mark(part, test, spare);
  return spare;
}

const isWithin = (inside: Buckets | null, bucket: number): boolean =>
  inside !== null && (inside.first === null || bucket >= inside.first) && (inside.end === null || bucket < inside.end);

function markOutside({ buckets, first, last }: PartCounts, inside: Buckets | null, marks: Uint8Array): void {
  if (isWithin(inside, first) && isWithin(inside, last)) return;
  for (let at = 0; at < buckets.length; at += 1) if (!isWithin(inside, buckets[at]!)) marks[at] = 1;
}

/** Adds each count without a mark to the sum for its code. */
function addUp(codes: Uint32Array, counts: Uint32Array, marks: Uint8Array, sums: Float64Array): void {
  for (let at = 0; at < counts.length; at += 1) if (marks[at] === 0) sums[codes[at]!]! += counts[at]!;
}
