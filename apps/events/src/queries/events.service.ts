import { Inject, Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import {
  type EventList,
  type EventTrace,
  type ListEventsQuery,
  MAX_TRACE_EVENTS,
} from '@portico/contracts/http/events';
import { type Caller, Problem } from '@portico/service';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Directory } from '../directory/directory.ts';
import { Asked } from './asked.ts';
import { countEventsStatement, EventCount } from './count-events.query.ts';
import { type Days, totalOf } from './days.query.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { listEventsStatement } from './list-events.query.ts';
import { ListedEvent, toEventRow } from './listed-event.ts';
import { pageWindows, searchWindows, within } from './page-windows.ts';
import { Searches } from './searches.ts';
import { cursorOf, type StoredPosition } from './stored-positions.query.ts';
import { traceStatement } from './trace.query.ts';

/** Of what cannot be counted whole, no more is said to be there, except when a page shows it. */
const MOST_COUNTED = 10_000;

/** What is known before a page is read: on which days events are, up to where, and how many match, if anybody knows. */
type Known = { days: Days; stored: readonly StoredPosition[]; count: number | null };

@Injectable()
export class EventsService {
  constructor(
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Asked) private readonly asked: Asked,
    @Inject(Searches) private readonly searches: Searches,
  ) {}

  /**
   * Rows, count and cursor are of one moment: whatever is stored up to the cursor is counted and in the list, and nothing
   * else is, so a viewer who continues from the cursor neither misses a row nor counts one twice.
   * @throws Problem `unavailable` while ClickHouse cannot answer, and while not all memberships are known after a start.
   */
  async list(query: ListEventsQuery, caller: Caller): Promise<EventList> {
    const { filter, scope } = this.asked.by(caller, query);
    const [days, matches] = await Promise.all([
      this.searches.days(filter),
      filter.needle === null ? null : this.searches.findEverywhere(EventCount, filter, countEventsStatement),
    ]);
    const { stored } = matches ?? days;
    const exact = filter.needle === null ? totalOf(days.rows) : (matches?.rows[0]?.count ?? null);
    const [rows, counted] = await Promise.all([
      this.page(filter, { days: days.rows, stored, count: exact }, query),
      exact === null ? this.searches.findNewest(EventCount, filter, countEventsStatement, days.rows) : null,
    ]);
    return {
      data: rows.map((row) => toEventRow(row, this.directory)),
      count: exact ?? Math.max(Math.min(counted?.rows[0]?.count ?? 0, MOST_COUNTED), seenBy(query, rows.length)),
      countIsExact: exact !== null,
      integrations: this.directory.integrationNames(scope),
      cursor: cursorOf(stored),
    };
  }

  private async page(filter: ResolvedFilter, { days, stored, count }: Known, page: Paging): Promise<ListedEvent[]> {
    const windows = filter.needle === null ? pageWindows(days, page) : searchWindows(days, page, count, Date.now());
    let rows: ListedEvent[] = [];
    for (const window of windows) {
      const part = { limit: page.limit, offset: window.skip };
      const statement = listEventsStatement(within(filter, window), stored, part);
      rows = await this.clickhouse.rowsNow(ListedEvent, statement);
      if (rows.length === page.limit) break;
    }
    return rows;
  }

  /** @throws Problem `not_found` for a trace of which the caller may see nothing. */
  async trace(trace: string, caller: Caller): Promise<EventTrace> {
    const { filter } = this.asked.by(caller, { trace });
    const rows = await this.clickhouse.rowsNow(ListedEvent, traceStatement(filter, MAX_TRACE_EVENTS + 1));
    if (rows.length === 0) throw Problem.notFound('The trace');
    const data = rows.slice(0, MAX_TRACE_EVENTS).map((row) => toEventRow(row, this.directory));
    return { data, isComplete: rows.length <= MAX_TRACE_EVENTS };
  }
}

/** How many rows a page shows that there are: those up to its end, and after a full one at least one more. */
const seenBy = ({ limit, offset }: Paging, rows: number): number => offset + rows + (rows === limit ? 1 : 0);
