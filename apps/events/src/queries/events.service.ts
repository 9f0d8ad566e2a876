import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import {
  type EventList,
  type EventTrace,
  type ListEventsQuery,
  MAX_TRACE_EVENTS,
} from '@portico/contracts/http/events';
import { type Caller, Problem } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Directory } from '../directory/directory.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { countEventsStatement, EventCount } from './search/count-events.query.ts';
import { DayCount, daysStatement, totalOf } from './search/days.query.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { listEventsStatement } from './paging/list-events.query.ts';
import { ListedEvent, toRowText } from '../table/read-rows.ts';
import { PageGuess } from './paging/guess.ts';
import { pageWindows, searchWindows, type Window, narrowTo } from './paging/windows.ts';
import { everyRow, newestOf, Search } from './search/search.ts';
import { type Part, snapshot } from './search/snapshot.ts';
import { cursorOf, type StoredPosition } from '../table/stored-positions.ts';
import { traceStatement } from './trace.query.ts';

/** Of what cannot be counted whole, no more is said to be there, except when a page shows it. */
const MOST_COUNTED = 10_000;

/** A page, and how many events there are on all pages, up to where. */
type Listed = { rows: ListedEvent[]; stored: readonly StoredPosition[]; count: number; countIsExact: boolean };

@Injectable()
export class EventsService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
    private readonly search: Search,
    private readonly guess: PageGuess,
  ) {}

  /**
   * Rows, count and cursor are of one moment: whatever is stored up to the cursor is counted and in the list, and nothing
   * else is, so a viewer who continues from the cursor neither misses a row nor counts one twice.
   * @returns an `EventList` as JSON.
   * @throws Problem `unavailable` while ClickHouse cannot answer, and while not all memberships are known after a start.
   */
  async list(query: ListEventsQuery, caller: Caller): Promise<string> {
    const { filter, scope } = this.authorized.of(caller, query);
    const listed = filter.needle === null ? this.counted(filter, query) : this.searched(filter, query);
    const { rows, stored, count, countIsExact } = await listed;
    const list = this.directory.integrationsIn(scope);
    const about: Omit<EventList, 'data'> = {
      count,
      countIsExact,
      integrations: list.names,
      integrationCount: list.count,
      cursor: cursorOf(stored),
    };
    return this.withRows(rows, about);
  }

  /** The page is read beside its count where it is guessed to lie; when that was wrong, after it. */
  private async counted(filter: ResolvedFilter, page: Paging): Promise<Listed> {
    const counts: Part<typeof DayCount> = { schema: DayCount, statement: daysStatement(filter) };
    const window = this.guess.windowOf(filter, page);
    const guess = window && pageIn(window, filter, page);
    const { rowsOf, stored } = await snapshot(this.clickhouse, guess ? [counts, guess] : [counts]);
    const days = rowsOf(counts);
    const rows = guess ? rowsOf(guess) : [];
    const count = totalOf(days);
    const isWhole = rows.length === Math.max(0, Math.min(page.limit, count - page.offset));
    const found = isWhole ? rows : await this.page(pageWindows(days, page), filter, page, stored);
    return { rows: found, stored, count, countIsExact: true };
  }

  /** A text is looked for everywhere at once; where that would be too much, among the newest, and further back as needed. */
  private async searched(filter: ResolvedFilter, page: Paging): Promise<Listed> {
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
    const rows = isEnough ? found : await this.page(further, filter, page, stored);
    const count = Math.max(rowsOf(newest.count)[0]?.count ?? 0, seenBy(page, rows.length));
    return { rows, stored, count, countIsExact: false };
  }

  /** From the first window that fills the page, or else the last. */
  private async page(
    windows: readonly Window[],
    filter: ResolvedFilter,
    { limit }: Paging,
    stored: readonly StoredPosition[],
  ): Promise<ListedEvent[]> {
    let rows: ListedEvent[] = [];
    for (const window of windows) {
      const statement = listEventsStatement(narrowTo(filter, window), stored, { limit, offset: window.skip });
      rows = await this.clickhouse.rowsNow(ListedEvent, statement);
      if (rows.length === limit) break;
    }
    return rows;
  }

  /** An `EventTrace` as JSON. @throws Problem `not_found` for a trace of which the caller may see nothing. */
  async trace(trace: string, caller: Caller): Promise<string> {
    const { filter } = this.authorized.of(caller, { trace });
    const rows = await this.clickhouse.rowsNow(ListedEvent, traceStatement(filter, MAX_TRACE_EVENTS + 1));
    if (rows.length === 0) throw Problem.notFound('The trace');
    const about: Omit<EventTrace, 'data'> = { isComplete: rows.length <= MAX_TRACE_EVENTS };
    return this.withRows(rows.slice(0, MAX_TRACE_EVENTS), about);
  }

  /** As JSON text, because rows keep the text of their details. */
  private withRows(rows: readonly ListedEvent[], about: object): string {
    const texts = rows.map((row) => toRowText(row, this.directory));
    return `{"data":[${texts.join(',')}],${JSON.stringify(about).slice(1)}`;
  }
}

/** How many rows a page shows that there are: those up to its end, and after a full one at least one more. */
const seenBy = ({ limit, offset }: Paging, rows: number): number => offset + rows + (rows === limit ? 1 : 0);

/** The page as far as it lies in the window, of the moment of the statement that it is part of. */
const pageIn = (window: Window, filter: ResolvedFilter, { limit }: Paging): Part<typeof ListedEvent> => ({
  schema: ListedEvent,
  statement: listEventsStatement(narrowTo(filter, window), null, { limit, offset: window.skip }),
});

const countIn = (filter: ResolvedFilter, most?: number): Part<typeof EventCount> => ({
  schema: EventCount,
  statement: countEventsStatement(filter, most),
});
