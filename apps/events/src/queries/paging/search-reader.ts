import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { countEventsStatement, EventCount } from '../search/count-events.query.ts';
import { everyRow, newestOf, Search } from '../search/search.ts';
import { unlessTooMuch } from '../../table/clickhouse/errors.ts';
import { type Part, readMoment, type RowsOf } from '../../table/one-moment.ts';
import { FrequentSearches } from './frequent-searches.ts';
import { type EventPage, firstFull, pageIn } from './read-windows.ts';
import { searchWindows, type Window } from './windows.ts';

/** Maximum number of matches that a search counts if it cannot read all rows. The reported count is higher if a page shows more rows. */
const MAX_COUNTED = 10_000;

/** Reads pages for filters that require reading rows, as described in README.md. */
@Injectable()
export class SearchReader {
  private readonly frequent = new FrequentSearches();

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly search: Search,
  ) {}

  /**
   * Searches all rows at once. If ClickHouse would read too many rows, searches the newest rows first, and then earlier rows.
   * @throws Problem `unavailable` while ClickHouse does not respond.
   */
  async readPage(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const known = this.frequent.of(filter);
    const whole: Window = { from: null, to: null, skip: page.offset };
    const every = { count: everyRow(countIn(filter), filter), page: pageIn(whole, filter, page) };
    const [days, everywhere] = await Promise.all([
      this.search.days(filter),
      known === null ? unlessTooMuch(readMoment(this.clickhouse, [every.count, every.page])) : null,
    ]);
    if (everywhere) {
      const { rowsOf, stored } = everywhere;
      return { rows: rowsOf(every.page), stored, count: countOf(rowsOf, every.count), countIsExact: true };
    }
    const [window = whole, ...further] = searchWindows(days, page, Date.now());
    const newest = { count: countIn(newestOf(filter, days), MAX_COUNTED), page: pageIn(window, filter, page) };
    const { rowsOf, stored } = await readMoment(this.clickhouse, [
      newest.page,
      ...(known === null ? [newest.count] : []),
    ]);
    const found = rowsOf(newest.page);
    const isEnough = found.length === page.limit || further.length === 0;
    const rows = isEnough ? found : await firstFull(this.clickhouse, further, filter, { page, stored });
    // All rows up to the end of the page match. If the page is full, assumes one more match.
    const shown = page.offset + rows.length + (rows.length === page.limit ? 1 : 0);
    const count = Math.max(known ?? countOf(rowsOf, newest.count), shown);
    this.frequent.note(filter, count);
    return { rows, stored, count, countIsExact: false };
  }
}

const countOf = (rowsOf: RowsOf, part: Part<typeof EventCount>): number => rowsOf(part)[0]?.count ?? 0;

const countIn = (filter: ResolvedFilter, most?: number): Part<typeof EventCount> => ({
  schema: EventCount,
  statement: countEventsStatement(filter, most),
});
