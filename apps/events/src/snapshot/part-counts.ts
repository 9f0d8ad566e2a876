import { forFields } from '@portico/contracts/query/fields';
import type { CountedColumn } from '../table/filter/counted.ts';
import type { CountRow } from './parts.query.ts';

export const COUNTED = [
  'organization_id',
  'source_id',
  'source_type',
  'event_name',
  'severity_text',
  'result',
] as const satisfies CountedColumn[];

export type Value = string | number;

/** The values of one column, numbered in order of appearance. */
class Values {
  private readonly codes = new Map<Value, number>();
  readonly all: Value[] = [];

  codeOf(value: Value): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    this.codes.set(value, this.all.length);
    return this.all.push(value) - 1;
  }
}

export type Dictionary = Readonly<Record<CountedColumn, Values>>;

export const emptyDictionary = (): Dictionary => forFields(COUNTED, () => new Values());

/** The counts of one part of the table. Each array has one entry per count. */
export type PartCounts = {
  buckets: Int32Array;
  codes: Readonly<Record<CountedColumn, Uint32Array>>;
  counts: Uint32Array;
  /** Total number of events. */
  rows: number;
  /** The smallest and the largest of `buckets`. */
  first: number;
  last: number;
};

export class PartReader {
  private readonly buckets: number[] = [];
  private readonly counts: number[] = [];
  private readonly codes = forFields(COUNTED, (): number[] => []);

  constructor(private readonly dictionary: Dictionary) {}

  take(row: Omit<CountRow, 'part'>): void {
    this.buckets.push(row.bucket);
    this.counts.push(row.n);
    for (const column of COUNTED) this.codes[column].push(this.dictionary[column].codeOf(row[column]));
  }

  end(): PartCounts {
    const buckets = Int32Array.from(this.buckets);
    return {
      buckets,
      codes: forFields(COUNTED, (column) => Uint32Array.from(this.codes[column])),
      counts: Uint32Array.from(this.counts),
      rows: this.counts.reduce((sum, count) => sum + count, 0),
      first: buckets.reduce((first, bucket) => Math.min(first, bucket), Number.POSITIVE_INFINITY),
      last: buckets.reduce((last, bucket) => Math.max(last, bucket), Number.NEGATIVE_INFINITY),
    };
  }
}
