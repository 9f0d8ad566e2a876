import type { Paging } from '@portico/contracts/common/page';
import type { StoredPlace } from '../../logs/settled.ts';
import { type ClickHouse, forSure } from '../../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { ListedEvent } from '../../table/read-rows.ts';
import type { Part } from '../../table/one-moment.ts';
import { narrowTo } from '../search/time-range.ts';
import { listEventsStatement } from './list-events.query.ts';
import type { Window } from './windows.ts';

/** A page of rows, newest first, and the number of matches in the snapshot `stored`. */
export type EventPage = {
  rows: ListedEvent[];
  stored: readonly StoredPlace[];
  count: number;
  countIsExact: boolean;
};

/** Returns the SELECT for the rows of a page within a window, to read as part of a snapshot. */
export const pageIn = (window: Window, filter: ResolvedFilter, { limit }: Paging): Part<typeof ListedEvent> => ({
  schema: ListedEvent,
  statement: listEventsStatement(narrowTo(filter, window), { limit, offset: window.skip }),
});

/**
 * Returns the rows of the first window that fills the page, or of the last window.
 * @throws Problem `unavailable`
 */
export async function firstFull(
  clickhouse: ClickHouse,
  windows: readonly Window[],
  filter: ResolvedFilter,
  { page: { limit }, stored }: { page: Paging; stored: readonly StoredPlace[] },
): Promise<ListedEvent[]> {
  let rows: ListedEvent[] = [];
  for (const window of windows) {
    const statement = listEventsStatement(narrowTo({ ...filter, upTo: stored }, window), {
      limit,
      offset: window.skip,
    });
    // `forSure` waits for all acknowledged rows, because the responding replica may lag behind the replica that counted.
    rows = await clickhouse.rowsNow(ListedEvent, forSure(statement));
    if (rows.length === limit) break;
  }
  return rows;
}
