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
import { countEventsStatement, EventCount } from '../search/count-events.query.ts';
import { type Days, edgeDaysStatement } from '../search/days.query.ts';
import { everyRow, newestOf, Search, unlessTooMuch } from '../search/search.ts';
import { type Part, readPartsUpTo, type RowsOf, snapshot } from '../../table/snapshot.ts';
import { FrequentSearches } from './frequent-searches.ts';
import { type EventPage, firstFull, pageIn } from './read-windows.ts';
import { searchWindows, type Window } from './windows.ts';

/** Of what cannot be counted whole, no more is said to be there, except when a page shows it. */
const MOST_COUNTED = 10_000;

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
    const isKept = this.counts.latest?.day?.newest.page(filter, page, Number.POSITIVE_INFINITY) != null;
    const found = isKept ? await this.fromMemory(filter, page, known) : null;
    return found ?? this.fromStatements(filter, page, known);
  }

  /** A text that fills a page of the newest rows is probably frequent: both of its counts are asked for at once. */
  private async fromMemory(filter: ResolvedFilter, page: Paging, known: number | null): Promise<EventPage | null> {
    const moment = (await this.counts.ask())?.day;
    const rows = moment?.newest.page(filter, page, Number.POSITIVE_INFINITY);
    if (!moment || !rows) return null;
    const { stored } = moment.counts;
    const atLeast = (counted: number): EventPage =>
      toPage(rows, stored, this.atLeast(filter, page, rows.length, counted), false);
    if (known !== null) return atLeast(known);
    const ofMoment = { ...filter, upTo: stored };
    const every = everyRow(countIn(ofMoment), filter);
    const newest = countIn(newestOf(ofMoment, await this.days(filter)), MOST_COUNTED);
    const [all, some] = await Promise.all([
      unlessTooMuch(readPartsUpTo(this.clickhouse, [every])),
      readPartsUpTo(this.clickhouse, [newest]),
    ]);
    return all ? toPage(rows, stored, countOf(all, every)) : atLeast(countOf(some, newest));
  }

  /** It is looked for everywhere at once; where that would be too much, among the newest, and further back as needed. */
  private async fromStatements(filter: ResolvedFilter, page: Paging, known: number | null): Promise<EventPage> {
    const whole: Window = { from: null, to: null, skip: page.offset };
    const every = { count: everyRow(countIn(filter), filter), page: pageIn(whole, filter, page) };
    const [days, everywhere] = await Promise.all([
      this.days(filter),
      known === null ? unlessTooMuch(snapshot(this.clickhouse, [every.count, every.page])) : null,
    ]);
    if (everywhere) {
      const { rowsOf, stored } = everywhere;
      return toPage(rowsOf(every.page), stored, countOf(rowsOf, every.count));
    }
    const [window = whole, ...further] = searchWindows(days, page, Date.now());
    const newest = { count: countIn(newestOf(filter, days), MOST_COUNTED), page: pageIn(window, filter, page) };
    const { rowsOf, stored } = await snapshot(this.clickhouse, [
      newest.page,
      ...(known === null ? [newest.count] : []),
    ]);
    const found = rowsOf(newest.page);
    const isEnough = found.length === page.limit || further.length === 0;
    const rows = isEnough ? found : await firstFull(this.clickhouse, further, filter, { page, stored });
    return toPage(rows, stored, this.atLeast(filter, page, rows.length, known ?? countOf(rowsOf, newest.count)), false);
  }

  /** How many there are at least, by what was counted, before or now, and by what the page shows. */
  private atLeast(filter: ResolvedFilter, page: Paging, rows: number, counted: number): number {
    const count = Math.max(counted, shownBy(page, rows));
    this.frequent.note(filter, count);
    return count;
  }

  /** Of all rows that have to be looked into: where they lie, not how many there are now. */
  private async days(filter: ResolvedFilter): Promise<Days> {
    const looked = withoutSearch(filter);
    const isKept = countedBy(looked, DAY) !== null && edgeDaysStatement(looked) === null;
    const latest = isKept ? this.counts.latest?.day : null;
    return latest ? latest.counts.days(looked) : this.search.days(filter);
  }
}

/** How many rows a page shows that there are: those up to its end, and after a full one at least one more. */
const shownBy = ({ limit, offset }: Paging, rows: number): number => offset + rows + (rows === limit ? 1 : 0);

const toPage = (
  rows: ListedEvent[],
  stored: readonly StoredPlace[],
  count: number,
  countIsExact = true,
): EventPage => ({
  rows,
  stored,
  count,
  countIsExact,
});

const countOf = (rowsOf: RowsOf, part: Part<typeof EventCount>): number => rowsOf(part)[0]?.count ?? 0;

const countIn = (filter: ResolvedFilter, most?: number): Part<typeof EventCount> => ({
  schema: EventCount,
  statement: countEventsStatement(filter, most),
});
