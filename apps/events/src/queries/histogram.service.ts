import { Injectable } from '@nestjs/common';
import type { EventHistogram, HistogramQuery } from '@portico/contracts/http/events';
import type { Caller } from '@portico/service';
import { DAY, HOUR } from '../table/schema/buckets.ts';
import type { Counts } from '../snapshot/counts.ts';
import { Snapshots } from '../snapshot/snapshots.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { namesEvents } from '../table/filter/counted.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { type Buckets, bucketsOver } from './histogram-steps.ts';
import { Bucket, exactExtentStatement, Extent, extentStatement, histogramStatement } from './histogram.query.ts';
import { narrowTo } from './search/time-range.ts';
import { Search } from './search/search.ts';
import { HistoryLag } from '../logs/history-lag.ts';

/**
 * Maximum length in milliseconds of a range whose first and last time are read from rows. Longer ranges have the precision of the
 * precomputed counts.
 */
const MAX_EXACT = 2 * DAY;
/** Maximum length in milliseconds of a range that a filter by event name may split into buckets shorter than a day. */
const MAX_BY_HOUR = 7 * DAY;

/** Maximum attempts to count. Each further attempt has a wider range, for events that arrived outside of the previous range. */
const MAX_ATTEMPTS = 3;

const toIso = (moment: number): string => new Date(moment).toISOString();

/** Buckets of a long range are days if the filter depends on event names, because no precomputed counts per hour and name exist. */
const bucketsFor = (filter: ResolvedFilter, { from, to }: { from: number; to: number }, most: number): Buckets =>
  bucketsOver(from, to, most, namesEvents(filter) && to - from > MAX_BY_HOUR ? DAY : 0);

/**
 * Returns the filter's range. The first and last bucket replace a missing start or end. Returns null if no buckets exist, or their range is
 * at most {@link MAX_EXACT}, because the range then needs exact times.
 */
function rangeIn(counts: Counts, { from, to, ...filter }: ResolvedFilter): { from: number; to: number } | null {
  if (from !== null && to !== null) return { from: Date.parse(from), to: Date.parse(to) };
  const buckets = [...counts.results({ ...filter, from, to }).keys()];
  if (buckets.length === 0) return null;
  const first = buckets.reduce((a, b) => Math.min(a, b)) * counts.length;
  const end = (buckets.reduce((a, b) => Math.max(a, b)) + 1) * counts.length;
  if (end - first <= MAX_EXACT) return null;
  return { from: from === null ? first : Date.parse(from), to: to === null ? end : Date.parse(to) };
}

function toHistogram(
  { from, to, step }: Buckets,
  rows: readonly Bucket[],
  since: string | null,
  cursor: string,
): EventHistogram {
  const byStart = new Map(rows.map(({ bucket, ...counts }) => [bucket * step, counts]));
  const starts = Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
  return {
    from: toIso(from),
    to: toIso(to),
    step: step / 1_000,
    buckets: starts.map((start) => ({ at: toIso(start), ...(byStart.get(start) ?? { success: 0, failure: 0 }) })),
    countedFrom: since,
    cursor,
  };
}

@Injectable()
export class HistogramService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly search: Search,
    private readonly snapshots: Snapshots,
    private readonly lag: HistoryLag,
  ) {}

  histogram({ buckets: most, ...query }: HistogramQuery, caller: Caller): Promise<EventHistogram> {
    return this.over(this.authorized.of(caller, query).filter, most);
  }

  /**
   * @param filter - narrowed to the caller's scope.
   * @param most - maximum buckets.
   */
  async over(filter: ResolvedFilter, most: number): Promise<EventHistogram> {
    return this.fromMemory(filter, most) ?? this.fromStatements(filter, most);
  }

  /** Returns the histogram from the snapshot in memory; null if the snapshot cannot count the filter. */
  private fromMemory(filter: ResolvedFilter, most: number): EventHistogram | null {
    const snapshot = this.snapshots.current();
    const shortest = snapshot?.counts(filter, HOUR) ?? snapshot?.counts(filter, DAY);
    const range = shortest ? rangeIn(shortest, filter) : null;
    if (!snapshot || range === null || range.from >= range.to) return null;
    const buckets = bucketsFor(filter, range, most);
    const counts = snapshot.counts(filter, buckets.step);
    if (!counts) return null;
    const rows = [...counts.results(filter, buckets.step)].map(([bucket, results]) => ({ bucket, ...results }));
    return toHistogram(buckets, rows, null, this.lag.cursorOf(snapshot.stored));
  }

  private async fromStatements(filter: ResolvedFilter, most: number): Promise<EventHistogram> {
    let range = await this.range(filter);
    for (let attempt = 1; ; attempt += 1) {
      if (range.from >= range.to) {
        const at = toIso(range.from);
        // The histogram contains no events. Its cursor is empty, so that every event that arrives counts as new.
        return { from: at, to: at, step: 1, buckets: [], countedFrom: null, cursor: '' };
      }
      const { from, to, step } = bucketsFor(filter, range, most);
      const found = await this.search.find(Bucket, filter, (narrowed) => histogramStatement(narrowed, step));
      const starts = found.rows.map(({ bucket }) => bucket * step);
      const [first, end] = [Math.min(from, ...starts), Math.max(to, ...starts.map((start) => start + step))];
      this.snapshots.show(found.stored);
      // Events that arrived after the range was determined may lie outside of it. In this case, widens the range and counts again.
      if ((first >= from && end <= to) || attempt === MAX_ATTEMPTS)
        return toHistogram({ from, to, step }, found.rows, found.since, this.lag.cursorOf(found.stored));
      range = { from: first, to: end };
    }
  }

  /** The range in milliseconds since 1970; empty without events. */
  private async range(filter: ResolvedFilter): Promise<{ from: number; to: number }> {
    const from = filter.from === null ? null : Date.parse(filter.from);
    const to = filter.to === null ? null : Date.parse(filter.to);
    if (from !== null && to !== null) return { from, to };
    const extent = await this.extent(filter);
    const empty = from ?? to ?? Date.now();
    return { from: from ?? extent?.first ?? empty, to: to ?? extent?.end ?? empty };
  }

  private async extent(filter: ResolvedFilter): Promise<{ first: number; end: number } | null> {
    const [rough] = await this.clickhouse.rowsNow(Extent, extentStatement(filter));
    if (rough === undefined || rough.count === 0) return null;
    if (rough.end - rough.first > MAX_EXACT) return rough;
    const bounded = narrowTo(filter, { from: rough.first, to: rough.end });
    const [exact] = await this.clickhouse.rowsNow(Extent, exactExtentStatement(bounded));
    return exact === undefined || exact.count === 0 ? null : exact;
  }
}
