import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import { ClickHouse, forSure } from '../../table/clickhouse/clickhouse.ts';
import { countedBy } from '../../table/count-rows.ts';
import { DAY } from '../../table/schema/buckets.ts';
import { isSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { ListedEvent } from '../../table/read-rows.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { KeptCounts } from '../counts/kept-counts.ts';
import { countEventsStatement, EventCount } from '../search/count-events.query.ts';
import { DayCount, type Days, daysStatement, edgeDaysStatement, totalOf } from '../search/days.query.ts';
import { everyRow, newestOf, Search } from '../search/search.ts';
import { type Part, snapshot } from '../search/snapshot.ts';
import { narrowTo } from '../search/time-range.ts';
import { PageGuess } from './guess.ts';
import { listEventsStatement } from './list-events.query.ts';
import { pageWindows, searchWindows, type Window } from './windows.ts';

/** Of what cannot be counted whole, no more is said to be there, except when a page shows it. */
const MOST_COUNTED = 10_000;

/** The rows of a page, newest first, and how many events there are on all pages, up to where. */
export type EventPage = {
  rows: ListedEvent[];
  stored: readonly StoredPlace[];
  count: number;
  countIsExact: boolean;
};

/** Reads pages of the list; README.md beside this file says how. */
@Injectable()
export class PageReader {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly search: Search,
    private readonly guess: PageGuess,
    private readonly counts: KeptCounts,
  ) {}

  /**
   * Rows and count are of one moment, that of `stored`.
   * @throws Problem `unavailable` while ClickHouse cannot answer.
   */
  readPage(filter: ResolvedFilter, { limit, offset }: Paging): Promise<EventPage> {
    const page = { limit, offset };
    return isSearch(filter) ? this.searched(filter, page) : this.counted(filter, page);
  }

  private async counted(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    return (await this.fromMemory(filter, page)) ?? this.fromProjection(filter, page);
  }

  /** The page is read where the counts of the last question say that it lies, beside the counts of now. */
  private async fromMemory(filter: ResolvedFilter, page: Paging): Promise<EventPage | null> {
    if (countedBy(filter, DAY) === null) return null;
    const edgeStatement = edgeDaysStatement(filter);
    const edges = edgeStatement && { schema: DayCount, statement: edgeStatement };
    const window = edges ? this.guess.windowOf(filter, page) : this.lastWindow(filter, page);
    const guess = window && pageIn(window, filter, page);
    const counted = await this.counts.ask('day', [...(edges ? [edges] : []), ...(guess ? [guess] : [])]);
    if (!counted) return null;
    const { counts, rowsOf } = counted;
    const days = sumOf([...counts.days(filter), ...(edges ? rowsOf(edges) : [])]);
    return this.completed(window, guess ? rowsOf(guess) : [], { filter, page, days, stored: counts.stored });
  }

  private lastWindow(filter: ResolvedFilter, page: Paging): Window | null {
    const days = this.counts.latest('day')?.days(filter) ?? [];
    return pageWindows(days, page)[0] ?? null;
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
    const rows = isWhole && isThere ? guessed : await this.firstFull(pageWindows(days, page), filter, page, stored);
    return { rows, stored, count, countIsExact: true };
  }

  /** A text is looked for everywhere at once; where that would be too much, among the newest, and further back as needed. */
  private async searched(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const whole: Window = { from: null, to: null, skip: page.offset };
    const every = { count: everyRow(countIn(filter), filter), page: pageIn(whole, filter, page) };
    const [days, everywhere] = await Promise.all([
      this.search.days(filter),
      this.search.everywhere([every.count, every.page]),
    ]);
    if (everywhere) {
      const { stored, rowsOf } = everywhere;
      return { rows: rowsOf(every.page), stored, count: rowsOf(every.count)[0]?.count ?? 0, countIsExact: true };
    }
    const [window = whole, ...further] = searchWindows(days, page, Date.now());
    const newest = { count: countIn(newestOf(filter, days), MOST_COUNTED), page: pageIn(window, filter, page) };
    const { stored, rowsOf } = await snapshot(this.clickhouse, [newest.count, newest.page]);
    const found = rowsOf(newest.page);
    const isEnough = found.length === page.limit || further.length === 0;
    const rows = isEnough ? found : await this.firstFull(further, filter, page, stored);
    const count = Math.max(rowsOf(newest.count)[0]?.count ?? 0, shownBy(page, rows.length));
    return { rows, stored, count, countIsExact: false };
  }

  /** From the first window that fills the page, or else the last. */
  private async firstFull(
    windows: readonly Window[],
    filter: ResolvedFilter,
    { limit }: Paging,
    stored: readonly StoredPlace[],
  ): Promise<ListedEvent[]> {
    let rows: ListedEvent[] = [];
    for (const window of windows) {
      const statement = listEventsStatement(narrowTo(filter, window), stored, { limit, offset: window.skip });
      // The replica that answers may lag behind the one that counted.
      rows = await this.clickhouse.rowsNow(ListedEvent, forSure(statement));
      if (rows.length === limit) break;
    }
    return rows;
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

/** How many rows a page shows that there are: those up to its end, and after a full one at least one more. */
const shownBy = ({ limit, offset }: Paging, rows: number): number => offset + rows + (rows === limit ? 1 : 0);

/** The page as far as it lies in the window, of the moment of the statement that it is part of. */
const pageIn = (window: Window, filter: ResolvedFilter, { limit }: Paging): Part<typeof ListedEvent> => ({
  schema: ListedEvent,
  statement: listEventsStatement(narrowTo(filter, window), null, { limit, offset: window.skip }),
});

const countIn = (filter: ResolvedFilter, most?: number): Part<typeof EventCount> => ({
  schema: EventCount,
  statement: countEventsStatement(filter, most),
});
