import { Injectable } from '@nestjs/common';
import type { EventHistogram, HistogramQuery } from '@portico/contracts/http/events';
import type { Caller } from '@portico/service';
import { DAY } from '../table/schema/buckets.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { namesEvents } from '../table/filter/counted.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { type Buckets, bucketsOver } from './histogram-steps.ts';
import { Bucket, exactExtentStatement, Extent, extentStatement, histogramStatement } from './histogram.query.ts';
import { narrowTo } from './search/time-range.ts';
import { type Found, Search } from './search/search.ts';
import { HistoryLag } from '../logs/history-lag.ts';

/** A shorter extent is looked up to the millisecond. */
const SHORT = 2 * DAY;
/** Of events of one name longer ranges are shown by the day: their hours are not counted beforehand. */
const LONG = 7 * DAY;

/** How often a range is widened at most for events that are stored while it is looked at. */
const ATTEMPTS = 3;

const toIso = (moment: number): string => new Date(moment).toISOString();

/** Nothing is known, so that everything that arrives is new. */
const emptyAt = (at: string): EventHistogram => ({
  from: at,
  to: at,
  step: 1,
  buckets: [],
  countedFrom: null,
  cursor: '',
});

function toHistogram({ from, to, step }: Buckets, found: Found<Bucket>, cursor: string): EventHistogram {
  const byStart = new Map(found.rows.map(({ bucket, ...counts }) => [bucket * step, counts]));
  const starts = Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
  return {
    from: toIso(from),
    to: toIso(to),
    step: step / 1_000,
    buckets: starts.map((start) => ({ at: toIso(start), ...(byStart.get(start) ?? { success: 0, failure: 0 }) })),
    countedFrom: found.since,
    cursor,
  };
}

/** Events over time. */
@Injectable()
export class HistogramService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly search: Search,
    private readonly lag: HistoryLag,
  ) {}

  histogram({ buckets: most, ...query }: HistogramQuery, caller: Caller): Promise<EventHistogram> {
    return this.over(this.authorized.of(caller, query).filter, most);
  }

  /** @param filter - narrowed to what the caller may see. @param most - buckets. */
  async over(filter: ResolvedFilter, most: number): Promise<EventHistogram> {
    let range = await this.range(filter);
    for (let attempt = 1; ; attempt += 1) {
      if (range.from >= range.to) return emptyAt(toIso(range.from));
      const isByDay = namesEvents(filter) && range.to - range.from > LONG;
      const { from, to, step } = bucketsOver(range.from, range.to, most, isByDay ? DAY : 0);
      const found = await this.search.find(Bucket, filter, (narrowed) => histogramStatement(narrowed, step));
      const starts = found.rows.map(({ bucket }) => bucket * step);
      const [first, end] = [Math.min(from, ...starts), Math.max(to, ...starts.map((start) => start + step))];
      // What was stored after the range was looked up may lie outside of it.
      if ((first >= from && end <= to) || attempt === ATTEMPTS)
        return toHistogram({ from, to, step }, found, this.lag.cursorOf(found.stored));
      range = { from: first, to: end };
    }
  }

  /** From when to before when, in milliseconds since 1970. Without any event it is empty. */
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
    if (rough.end - rough.first > SHORT) return rough;
    const bounded = narrowTo(filter, { from: rough.first, to: rough.end });
    const [exact] = await this.clickhouse.rowsNow(Extent, exactExtentStatement(bounded));
    return exact === undefined || exact.count === 0 ? null : exact;
  }
}
