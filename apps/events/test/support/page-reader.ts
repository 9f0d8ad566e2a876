import type { KeptCounts } from '../../src/queries/counts/kept-counts.ts';
import { PageGuess } from '../../src/queries/paging/guess.ts';
import { PageReader } from '../../src/queries/paging/page-reader.ts';
import { SearchReader } from '../../src/queries/paging/search-reader.ts';
import { Search } from '../../src/queries/search/search.ts';
import type { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';

/** A reader of pages without the rest of the service. */
export function pageReader(clickhouse: ClickHouse, counts: KeptCounts, guess?: PageGuess): PageReader {
  const search = new Search(clickhouse);
  const searches = new SearchReader(clickhouse, search, counts);
  return new PageReader(clickhouse, guess ?? new PageGuess(search), counts, searches);
}
