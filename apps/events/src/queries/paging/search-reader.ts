import { Injectable } from '@nestjs/common';
import type { Paging } from '@portico/contracts/common/page';
import type { StoredPlace } from '../../logs/settled.ts';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { countedBy } from '../../table/count-rows.ts';
import { withoutSearch } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import type { ListedEvent } from '../../table/read-rows.ts';
import { DAY } from '../../table/schema/buckets.ts';
import { KeptCounts } from '../counts/kept-counts.ts';
import type { NewestRows } from '../counts/newest-rows.ts';
import { countEventsStatement, EventCount } from '../search/count-events.query.ts';
import { type Days, edgeDaysStatement } from '../search/days.query.ts';
import { everyRow, newestOf, Search, unlessTooMuch } from '../search/search.ts';
import type { Part, RowsOf } from '../search/snapshot.ts';
import { FrequentSearches } from './frequent-searches.ts';
import { type EventPage, firstFull, pageIn } from './read-windows.ts';
import { searchWindows, type Window } from './windows.ts';

/** Of what cannot be counted whole, no more is said to be there, except when a page shows it. */
const MOST_COUNTED = 10_000;

/** What statements answered at one moment, and the newest rows of that moment where they are kept. */
type Moment = { rowsOf: RowsOf; stored: readonly StoredPlace[]; newest: NewestRows | null };

/** Reads pages of what rows have to be looked into for; README.md beside this file says how. */
@Injectable()
export class SearchReader {
  private readonly frequent = new FrequentSearches();

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly search: Search,
    private readonly counts: KeptCounts,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse cannot answer. */
  async readPage(filter: ResolvedFilter, page: Paging): Promise<EventPage> {
    const known = this.frequent.of(filter);
    const isKept = this.counts.latest('day')?.newest.page(filter, page, Number.POSITIVE_INFINITY) != null;
    const found = isKept ? await this.fromMemory(filter, page, known) : null;
    return found ?? this.fromStatements(filter, page, known);
  }

  /** A text that fills a page of the newest rows is probably frequent: both of its counts are asked for at once. */
  private async fromMemory(filter: ResolvedFilter, page: Paging, known: number | null): Promise<EventPage | null> {
    const every = everyRow(countIn(filter), filter);
    const newest = countIn(newestOf(filter, await this.days(filter)), MOST_COUNTED);
    const [all, some] =
      known === null
        ? await Promise.all([unlessTooMuch(this.at([every])), this.at([newest])])
        : [null, await this.at([])];
    const moment = all ?? some;
    const rows = moment.newest?.page(filter, page, Number.POSITIVE_INFINITY);
    if (!rows) return null;
    if (all) return toPage(rows, all, countOf(all, every));
    return toPage(rows, some, this.atLeast(filter, page, rows.length, known ?? countOf(some, newest)), false);
  }

  /** It is looked for everywhere at once; where that would be too much, among the newest, and further back as needed. */
  private async fromStatements(filter: ResolvedFilter, page: Paging, known: number | null): Promise<EventPage> {
    const whole: Window = { from: null, to: null, skip: page.offset };
    const every = { count: everyRow(countIn(filter), filter), page: pageIn(whole, filter, page) };
    const [days, everywhere] = await Promise.all([
      this.days(filter),
      known === null ? unlessTooMuch(this.at([every.count, every.page])) : null,
    ]);
    if (everywhere) return toPage(everywhere.rowsOf(every.page), everywhere, countOf(everywhere, every.count));
    const [window = whole, ...further] = searchWindows(days, page, Date.now());
    const newest = { count: countIn(newestOf(filter, days), MOST_COUNTED), page: pageIn(window, filter, page) };
    const moment = await this.at([newest.page, ...(known === null ? [newest.count] : [])]);
    const found = moment.rowsOf(newest.page);
    const isEnough = found.length === page.limit || further.length === 0;
    const { stored } = moment;
    const rows = isEnough ? found : await firstFull(this.clickhouse, further, filter, { page, stored });
    return toPage(rows, moment, this.atLeast(filter, page, rows.length, known ?? countOf(moment, newest.count)), false);
  }

  /** How many there are at least, by what was counted, before or now, and by what the page shows. */
  private atLeast(filter: ResolvedFilter, page: Paging, rows: number, counted: number): number {
    const count = Math.max(counted, shownBy(page, rows));
    this.frequent.note(filter, count);
    return count;
  }

  private async at(parts: readonly Part[]): Promise<Moment> {
    const counted = await this.counts.ask('day', parts);
    if (counted) return { rowsOf: counted.rowsOf, stored: counted.counts.stored, newest: counted.newest };
    return { ...(await this.counts.readNow(parts)), newest: null };
  }

  /** Of all rows that have to be looked into: where they lie, not how many there are now. */
  private async days(filter: ResolvedFilter): Promise<Days> {
    const looked = withoutSearch(filter);
    const isKept = countedBy(looked, DAY) !== null && edgeDaysStatement(looked) === null;
    const latest = isKept ? this.counts.latest('day') : null;
    return latest ? latest.counts.days(looked) : this.search.days(filter);
  }
}

/** How many rows a page shows that there are: those up to its end, and after a full one at least one more. */
const shownBy = ({ limit, offset }: Paging, rows: number): number => offset + rows + (rows === limit ? 1 : 0);

const toPage = (rows: ListedEvent[], { stored }: Moment, count: number, countIsExact = true): EventPage => ({
  rows,
  stored,
  count,
  countIsExact,
});

const countOf = ({ rowsOf }: Moment, part: Part<typeof EventCount>): number => rowsOf(part)[0]?.count ?? 0;

const countIn = (filter: ResolvedFilter, most?: number): Part<typeof EventCount> => ({
  schema: EventCount,
  statement: countEventsStatement(filter, most),
});
