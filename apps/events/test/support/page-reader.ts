import { Watchers } from '../../src/logs/watchers.ts';
import { PageGuess } from '../../src/queries/paging/guess.ts';
import { PageReader } from '../../src/queries/paging/page-reader.ts';
import { SearchReader } from '../../src/queries/paging/search-reader.ts';
import { Search } from '../../src/queries/search/search.ts';
import { Snapshots } from '../../src/snapshot/snapshots.ts';
import type { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';

/** Creates snapshots that are disabled, so that all queries go to ClickHouse. */
export const noSnapshots = (clickhouse: ClickHouse): Snapshots =>
  new Snapshots(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 0 }, new Watchers());

/** Creates a reader of pages without the rest of the service. */
export function pageReader(clickhouse: ClickHouse, snapshots: Snapshots, guess?: PageGuess): PageReader {
  const search = new Search(clickhouse);
  return new PageReader(clickhouse, guess ?? new PageGuess(search), snapshots, new SearchReader(clickhouse, search));
}
