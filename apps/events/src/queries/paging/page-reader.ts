import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import { Snapshots } from '../../snapshot/snapshots.ts';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { isSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { type Part, readMoment } from '../../table/one-moment.ts';
import { DayCount, daysStatement, totalOf } from '../search/days.query.ts';
import { PageGuess } from './guess.ts';
import { type EventPage, firstFull, pageIn } from './read-windows.ts';
import { SearchReader } from './search-reader.ts';
import { pageWindows } from './windows.ts';

/** Reads pages of the list, as described in README.md. */
@Injectable()
export class PageReader {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly guess: PageGuess,
    private readonly snapshots: Snapshots,
    private readonly searches: SearchReader,
  ) {}

  /**
   * Returns a page and the number of matches. Both come from the snapshot `stored`.
   * @throws Problem `unavailable` while ClickHouse does not respond.
   */
  async readPage(filter: ResolvedFilter, { limit, offset }: Paging): Promise<EventPage> {
    const page = { limit, offset };
    const snapshot = this.snapshots.current();
    const known = snapshot?.page(filter, page);
    if (snapshot && known) return { ...known, stored: snapshot.stored, countIsExact: true };
    const found = await (isSearch(filter) ? this.searches.readPage(filter, page) : this.fromProjection(filter, page));
    this.snapshots.show(found.stored);
    return found;
  }

  /**
   * Reads the page in the guessed range together with the number of matches. If the guessed range lacks rows of the page, reads the page
   * again in the correct range.
   */
  private async fromProjection(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const counts: Part<typeof DayCount> = { schema: DayCount, statement: daysStatement(filter) };
    const window = this.guess.windowOf(filter, page);
    const guess = window && pageIn(window, filter, page);
    const { rowsOf, stored } = await readMoment(this.clickhouse, guess ? [counts, guess] : [counts]);
    const [days, guessed] = [rowsOf(counts), guess ? rowsOf(guess) : []];
    const count = totalOf(days);
    const isWhole = guessed.length === Math.max(0, Math.min(page.limit, count - page.offset));
    const rows = isWhole
      ? guessed
      : await firstFull(this.clickhouse, pageWindows(days, page), filter, { page, stored });
    return { rows, stored, count, countIsExact: true };
  }
}
