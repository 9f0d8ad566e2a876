import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { countedBy } from '../../table/count-rows.ts';
import { DAY, HOUR } from '../../table/schema/buckets.ts';
import { isSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { ListedEvent } from '../../table/read-rows.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { KeptCounts } from '../counts/kept-counts.ts';
import type { TableMoment } from '../counts/follower.ts';
import type { Known } from '../counts/kept-parts.ts';
import { DayCount, type Days, daysStatement, edgeDaysStatement, totalOf } from '../search/days.query.ts';
import { type Part, readPartsUpTo, snapshot } from '../../table/snapshot.ts';
import { PageGuess } from './guess.ts';
import { type EventPage, firstFull, pageIn } from './read-windows.ts';
import { SearchReader } from './search-reader.ts';
import { pageWindows, type Window } from './windows.ts';

/** Reads pages of the list; README.md beside this file says how. */
@Injectable()
export class PageReader {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly guess: PageGuess,
    private readonly counts: KeptCounts,
    private readonly searches: SearchReader,
  ) {}

  /**
   * Rows and count are of one moment, that of `stored`.
   * @throws Problem `unavailable` while ClickHouse cannot answer.
   */
  async readPage(filter: ResolvedFilter, { limit, offset }: Paging): Promise<EventPage> {
    const page = { limit, offset };
    const whole = await this.wholeFromMemory(filter, page);
    if (whole) return whole;
    if (isSearch(filter)) return this.searches.readPage(filter, page);
    return (await this.fromMemory(filter, page)) ?? this.fromProjection(filter, page);
  }

  /** Where everything that matches is among the newest rows in memory, it is counted there. */
  private async wholeFromMemory(filter: ResolvedFilter, page: Paging): Promise<EventPage | null> {
    if (!this.counts.latest?.day?.newest.whole(filter, page)) return null;
    const known = (await this.counts.ask())?.day;
    const whole = known?.newest.whole(filter, page);
    return known && whole ? { ...whole, stored: known.counts.stored, countIsExact: true } : null;
  }

  /** Counted in memory. The page is one of the newest rows there, or is read as it was at that moment. */
  private async fromMemory(filter: ResolvedFilter, page: Paging): Promise<EventPage | null> {
    if (countedBy(filter, DAY) === null) return null;
    const moment = await this.counts.ask();
    if (!moment?.day) return null;
    const { counts, newest } = moment.day;
    const { stored } = counts;
    if (edgeDaysStatement(filter) !== null) return this.withEdges(filter, page, { ...moment, day: moment.day });
    const days = counts.days(filter);
    const count = totalOf(days);
    const rows =
      newest.page(filter, page, count) ??
      (await firstFull(this.clickhouse, pageWindows(days, page), filter, { page, stored }));
    return { rows, stored, count, countIsExact: true };
  }

  /** What lies outside of whole buckets is counted as it was at that moment, beside the page. */
  private async withEdges(
    filter: ResolvedFilter,
    page: Paging,
    { day, hour }: TableMoment & { day: Known },
  ): Promise<EventPage> {
    // Fewer rows lie outside of whole hours than of whole days.
    const { counts, length } =
      hour && countedBy(filter, HOUR) === HOUR ? { ...hour, length: HOUR } : { ...day, length: DAY };
    const { stored } = day.counts;
    const ofMoment = { ...filter, upTo: stored };
    const statement = edgeDaysStatement(ofMoment, length);
    const edges = statement && { schema: DayCount, statement };
    const kept = day.newest.page(filter, page, Number.POSITIVE_INFINITY);
    const window = kept ? null : this.guess.windowOf(filter, page);
    const guess = window && pageIn(window, ofMoment, page);
    const rowsOf = await readPartsUpTo(this.clickhouse, [...(edges ? [edges] : []), ...(guess ? [guess] : [])]);
    const days = sumOf([...counts.days(filter), ...(edges ? rowsOf(edges) : [])]);
    if (kept) return { rows: kept, stored, count: totalOf(days), countIsExact: true };
    return this.completed(window, guess ? rowsOf(guess) : [], { filter, page, days, stored });
  }

  /** The page is read beside its count where it is guessed to lie. */
  private async fromProjection(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const counts: Part<typeof DayCount> = { schema: DayCount, statement: daysStatement(filter) };
    const window = this.guess.windowOf(filter, page);
    const guess = window && pageIn(window, filter, page);
    const { rowsOf, stored } = await snapshot(this.clickhouse, guess ? [counts, guess] : [counts]);
    return this.completed(window, guess ? rowsOf(guess) : [], { filter, page, days: rowsOf(counts), stored });
  }

  /** The page as it was guessed; when the counts say that it lies elsewhere, it is read there. */
  private async completed(
    window: Window | null,
    guessed: ListedEvent[],
    {
      filter,
      page,
      days,
      stored,
    }: {
      filter: ResolvedFilter;
      page: Paging;
      days: Days;
      stored: readonly StoredPlace[];
    },
  ): Promise<EventPage> {
    const count = totalOf(days);
    const isWhole = guessed.length === Math.max(0, Math.min(page.limit, count - page.offset));
    const isThere = guessed.length === 0 || (window !== null && skippedBy(window, days) === page.offset);
    const rows =
      isWhole && isThere
        ? guessed
        : await firstFull(this.clickhouse, pageWindows(days, page), filter, { page, stored });
    return { rows, stored, count, countIsExact: true };
  }
}

/** How many events lie before the rows of a window that ends with a day. */
const skippedBy = ({ to, skip }: Window, days: Days): number =>
  skip + (to === null ? 0 : totalOf(days.filter(({ day }) => day * DAY >= to)));

/** One count a day, newest first. */
const sumOf = (days: Days): Days =>
  [...Map.groupBy(days, ({ day }) => day)]
    .map(([day, counts]) => ({ day, count: totalOf(counts) }))
    .toSorted((a, b) => b.day - a.day);
