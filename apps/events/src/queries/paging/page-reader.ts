import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import { Snapshots } from '../../snapshot/snapshots.ts';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { isSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { type Part, readMoment } from '../../table/one-moment.ts';
import type { ListedEvent } from '../../table/read-rows.ts';
import { DAY } from '../../table/schema/buckets.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { DayCount, type Days, daysStatement, totalOf } from '../search/days.query.ts';
import { PageGuess } from './guess.ts';
import { type EventPage, firstFull, pageIn } from './read-windows.ts';
import { SearchReader } from './search-reader.ts';
import { pageWindows, type Window } from './windows.ts';

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
   * Reads a page. Its rows and count come from one snapshot, `stored`.
   * @throws Problem `unavailable` while ClickHouse does not respond.
   */
  async readPage(filter: ResolvedFilter, { limit, offset }: Paging): Promise<EventPage> {
    const page = { limit, offset };
    const snapshot = this.snapshots.current();
    const known = snapshot?.page(filter, page);
    if (snapshot && known) return { ...known, stored: snapshot.stored, countIsExact: true };
    const read = isSearch(filter) ? this.searches.readPage(filter, page) : this.fromProjection(filter, page);
    const found = await read;
    this.snapshots.show(found.stored);
    return found;
  }

  /** Reads the page in its guessed range together with the count. */
  private async fromProjection(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const counts: Part<typeof DayCount> = { schema: DayCount, statement: daysStatement(filter) };
    const window = this.guess.windowOf(filter, page);
    const guess = window && pageIn(window, filter, page);
    const { rowsOf, stored } = await readMoment(this.clickhouse, guess ? [counts, guess] : [counts]);
    return this.completed(window, guess ? rowsOf(guess) : [], { filter, page, days: rowsOf(counts), stored });
  }

  /** Returns the guessed page if the counts confirm the guess; otherwise reads the correct range. */
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

/** The number of events before a window's page: events after the window, which ends with a day, and skipped events in the window. */
const skippedBy = ({ to, skip }: Window, days: Days): number =>
  skip + (to === null ? 0 : totalOf(days.filter(({ day }) => day * DAY >= to)));
