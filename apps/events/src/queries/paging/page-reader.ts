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
import { LENGTHS } from '../counts/parts.query.ts';
import { DayCount, type Days, daysStatement, edgeDaysStatement, totalOf } from '../search/days.query.ts';
import type { Part } from '../search/snapshot.ts';
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
    if (!this.counts.latest('day')?.newest.whole(filter, page)) return null;
    const counted = await this.counts.ask('day', []);
    const whole = counted?.newest.whole(filter, page);
    return whole ? { ...whole, stored: counted?.counts.stored ?? [], countIsExact: true } : null;
  }

  /** The page is one of the newest rows in memory, or is read where the counts of the last question say that it lies. */
  private async fromMemory(filter: ResolvedFilter, page: Paging): Promise<EventPage | null> {
    if (countedBy(filter, DAY) === null) return null;
    const hasEdges = edgeDaysStatement(filter) !== null;
    const window = this.windowOf(filter, page, hasEdges);
    const guess = window && pageIn(window, filter, page);
    // Fewer rows lie outside of whole hours than of whole days; the newest rows are kept with the days.
    const length = hasEdges && guess && this.areHoursKept(filter) ? 'hour' : 'day';
    const edgeStatement = edgeDaysStatement(filter, LENGTHS[length]);
    const edges = edgeStatement && { schema: DayCount, statement: edgeStatement };
    const counted = await this.counts.ask(length, [...(edges ? [edges] : []), ...(guess ? [guess] : [])]);
    if (!counted) return null;
    const { counts, newest, rowsOf } = counted;
    const days = sumOf([...counts.days(filter), ...(edges ? rowsOf(edges) : [])]);
    const kept = guess ? null : newest.page(filter, page, totalOf(days));
    if (kept) return { rows: kept, stored: counts.stored, count: totalOf(days), countIsExact: true };
    return this.completed(window, guess ? rowsOf(guess) : [], { filter, page, days, stored: counts.stored });
  }

  private areHoursKept(filter: ResolvedFilter): boolean {
    return countedBy(filter, HOUR) === HOUR && this.counts.latest('hour') !== null;
  }

  /** Null when the page need not be read: it is in memory, or there is none. */
  private windowOf(filter: ResolvedFilter, page: Paging, hasEdges: boolean): Window | null {
    const latest = this.counts.latest('day');
    const days = latest?.counts.days(filter) ?? [];
    const count = hasEdges ? Number.POSITIVE_INFINITY : totalOf(days);
    if (latest && latest.newest.page(filter, page, count) !== null) return null;
    return hasEdges ? this.guess.windowOf(filter, page) : (pageWindows(days, page)[0] ?? null);
  }

  /** The page is read beside its count where it is guessed to lie. */
  private async fromProjection(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const counts: Part<typeof DayCount> = { schema: DayCount, statement: daysStatement(filter) };
    const window = this.guess.windowOf(filter, page);
    const guess = window && pageIn(window, filter, page);
    const { rowsOf, stored } = await this.counts.readNow(guess ? [counts, guess] : [counts]);
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
