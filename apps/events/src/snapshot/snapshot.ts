import type { Paging } from '@portico/contracts/common/page';
import type { StoredPlace } from '../logs/settled.ts';
import { countedBy, isOfWholeBuckets } from '../table/count-rows.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import type { ListedEvent } from '../table/read-rows.ts';
import { DAY, HOUR } from '../table/schema/buckets.ts';
import { Counts } from './counts.ts';
import type { FacetValue } from './facet-columns.ts';
import type { NewestRows } from './newest-rows.ts';
import type { Dictionary } from './part-counts.ts';
import type { PartContents } from './part-contents.ts';

/** Counts, positions and newest rows of the table at one moment. Immutable. */
export class Snapshot {
  /** The last stored place (epoch and offset) of each Kafka partition. */
  readonly stored: readonly StoredPlace[];
  private readonly days: Counts;
  private readonly hours: Counts;

  constructor(
    dictionary: Dictionary,
    parts: readonly PartContents[],
    private readonly newest: NewestRows,
  ) {
    this.days = new Counts(
      DAY,
      dictionary,
      parts.map(({ counts }) => counts.day),
    );
    this.hours = new Counts(
      HOUR,
      dictionary,
      parts.map(({ counts }) => counts.hour),
    );
    this.stored = furthest(parts.flatMap(({ stored }) => stored));
  }

  /** Whether the snapshot contains every row up to these places. */
  covers(places: readonly StoredPlace[]): boolean {
    const own = new Map(this.stored.map(({ partition, place }) => [partition, place]));
    return places.every(({ partition, place }) => (own.get(partition) ?? -1) >= place);
  }

  /**
   * Returns the counts for this filter and bucket length `step` in milliseconds; null if memory has no counts by the filter's columns, or
   * the filter's range is not aligned to buckets.
   */
  counts(filter: ResolvedFilter, step: number): Counts | null {
    const fits = ({ length }: Counts): boolean =>
      step % length === 0 && countedBy(filter, length) === length && isOfWholeBuckets(filter, length);
    return [this.days, this.hours].find(fits) ?? null;
  }

  /** Counts each value of each facet; null if the daily counts do not fit the filter. @param visible - the caller's scope. */
  facets(filter: ResolvedFilter, visible: ResolvedFilter['scope']): FacetValue[] | null {
    return this.counts(filter, DAY) === this.days ? this.days.facets(filter, visible) : null;
  }

  /** Returns a page and the number of matches in the whole table; null if memory lacks the required counts or rows. */
  page(filter: ResolvedFilter, paging: Paging): { rows: ListedEvent[]; count: number } | null {
    const counts = this.counts(filter, DAY);
    if (!counts) return null;
    const count = counts.count(filter);
    const rows = this.newest.page(filter, paging, count);
    return rows && { rows, count };
  }
}

export function furthest(places: readonly StoredPlace[]): StoredPlace[] {
  const last = new Map<number, number>();
  for (const { partition, place } of places) last.set(partition, Math.max(place, last.get(partition) ?? place));
  return [...last].map(([partition, place]) => ({ partition, place }));
}
