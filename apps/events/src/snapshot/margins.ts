import { forFields } from '@portico/contracts/query/fields';
import type { CountedColumn } from '../table/filter/counted.ts';
import { COUNTED, type Dictionary, type PartCounts } from './part-counts.ts';

/** Maximum columns, in addition to the result, to aggregate by. Each combination of columns takes memory. */
const MAX_COLUMNS = 2;
/** Maximum size of an array over all possible keys. Beyond it, a map contains only the existing keys. */
const MAX_PLACES = 1_000_000;

const made = new WeakMap<PartCounts, Map<string, PartCounts>>();

/**
 * Aggregates the counts of a part by these columns and the result, which leaves far fewer counts. Caches the aggregate with the part. For
 * more than two columns, returns the part itself.
 */
export function marginOf(part: PartCounts, columns: ReadonlySet<CountedColumn>, dictionary: Dictionary): PartCounts {
  const wanted = [...columns].filter((column) => column !== 'result').toSorted();
  if (wanted.length > MAX_COLUMNS) return part;
  const ofPart = made.get(part) ?? new Map<string, PartCounts>();
  made.set(part, ofPart);
  const key = wanted.join();
  const margin = ofPart.get(key) ?? sumUp(part, [...wanted, 'result'], dictionary);
  ofPart.set(key, margin);
  return margin;
}

function sumUp(part: PartCounts, columns: readonly CountedColumn[], dictionary: Dictionary): PartCounts {
  const places = placesOf(part, columns, dictionary);
  const [buckets, counts]: [number[], number[]] = [[], []];
  const codes = columns.map((): number[] => []);
  for (let at = 0; at < part.counts.length; at += 1) {
    const place = places[at]!;
    if (place === counts.length) {
      buckets.push(part.buckets[at]!);
      counts.push(0);
      for (const [index, column] of columns.entries()) codes[index]!.push(part.codes[column][at]!);
    }
    counts[place]! += part.counts[at]!;
  }
  return {
    ...part,
    buckets: Int32Array.from(buckets),
    counts: Uint32Array.from(counts),
    codes: forFields(COUNTED, (column) => Uint32Array.from(codes[columns.indexOf(column)] ?? [])),
  };
}

/** Returns for each count the index of its sum. Sums are numbered from 0 in order of appearance. */
function placesOf(part: PartCounts, columns: readonly CountedColumn[], dictionary: Dictionary): Uint32Array {
  const { buckets, counts, first, last } = part;
  const keys = Float64Array.from(buckets, (bucket) => bucket - first);
  let most = last - first + 1;
  for (const column of columns) {
    const [codes, width] = [part.codes[column], dictionary[column].all.length];
    for (let at = 0; at < keys.length; at += 1) keys[at] = keys[at]! * width + codes[at]!;
    most *= width;
  }
  const places = new Uint32Array(counts.length);
  const numbers = most <= MAX_PLACES ? new ArrayNumbers(most) : new MapNumbers();
  for (let at = 0; at < keys.length; at += 1) places[at] = numbers.of(keys[at]!);
  return places;
}

/** Numbers keys from 0 in order of appearance, for a small range of keys. */
class ArrayNumbers {
  private readonly numbers: Uint32Array;
  private used = 0;

  constructor(most: number) {
    this.numbers = new Uint32Array(most);
  }

  of(key: number): number {
    if (this.numbers[key] === 0) this.numbers[key] = this.used += 1;
    return this.numbers[key]! - 1;
  }
}

/** Numbers keys from 0 in order of appearance, for few keys in a large range. */
class MapNumbers {
  private readonly numbers = new Map<number, number>();

  of(key: number): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.numbers.size);
    return this.numbers.size - 1;
  }
}
