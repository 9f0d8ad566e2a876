import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@portico/testkit';
import { DAY } from '../../src/table/schema/buckets.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { countEventsStatement, EventCount } from '../../src/queries/search/count-events.query.ts';
import { totalOf } from '../../src/queries/search/days.query.ts';
import { NO_FILTER, type ResolvedFilter } from '../../src/table/filter/resolve.ts';
import { Search } from '../../src/queries/search/search.ts';
import { noSnapshots, pageReader } from '../support/page-reader.ts';

/** Number of rows, spread over six past days. A search cannot read all of them. */
const ROWS = 600_000;
const FIRST_DAY = 20_000;
const DAYS = 6;

describe('a search beyond its row limit', () => {
  let clickhouse: ClickHouse;
  let search: Search;

  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/searches_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    search = new Search(clickhouse);
    await migrate(clickhouse);
    // Inserts day by day, because a statement is limited to ten seconds.
    for (let first = 0; first < ROWS; first += ROWS / DAYS)
      await clickhouse.run(`
        INSERT INTO integration_events
          (id, source_id, organization_id, result, severity_text, timestamp, search_text, details, kafka_offset)
        SELECT toString(number), 1, 1, 'SUCCESS', 'INFO',
          fromUnixTimestamp64Milli(toInt64(${FIRST_DAY * DAY} + intDiv(number * ${DAYS * DAY}, ${ROWS})), 'UTC'),
          concat('RUN ', toString(number), ' FINISHED'), '{"message":""}', number
        FROM numbers(${first}, ${ROWS / DAYS})`);
  }, 120_000);
  afterAll(() => clickhouse?.close());

  const filterBy = (needle: string): ResolvedFilter => ({ ...NO_FILTER, where: [{ kind: 'text', needle }] });
  const count = (needle: string) => search.find(EventCount, filterBy(needle), countEventsStatement);

  it('searches all rows for a rare text', async () => {
    expect(await count('RUN 12345 ')).toMatchObject({ rows: [{ count: 1 }], since: null });
    expect(await count('NOWHERE')).toMatchObject({ rows: [{ count: 0 }], since: null });
  });

  it('searches only the newest rows for a frequent text, and reports the start of the searched time', async () => {
    const { rows, since } = await count('FINISHED');
    expect(since).toBe(new Date((FIRST_DAY + 4) * DAY).toISOString());
    expect(rows).toEqual([{ count: 200_000 }]);
    const filter = { ...filterBy('FINISHED'), from: new Date((FIRST_DAY + 5) * DAY).toISOString() };
    expect(await search.find(EventCount, filter, countEventsStatement)).toMatchObject({
      rows: [{ count: 100_000 }],
      since: null,
    });
  });

  const list = async (needle: string, offset: number) => {
    const pages = pageReader(clickhouse, noSnapshots(clickhouse));
    const { rows, count, countIsExact } = await pages.readPage(filterBy(needle), { limit: 10, offset });
    return { ids: rows.map(({ id }) => Number(id)), count, countIsExact };
  };
  /** Ids of a page after `skipped` newer rows, newest first. */
  const newest = (skipped: number) => Array.from({ length: 10 }, (_, index) => ROWS - 1 - skipped - index);

  it('lists a rare text with its exact count', async () => {
    expect(await list('RUN 12345 ', 0)).toEqual({ ids: [12_345], count: 1, countIsExact: true });
  });

  it('lists a frequent text page by page with a lower bound of the count', async () => {
    expect(await list('FINISHED', 0)).toEqual({ ids: newest(0), count: 10_000, countIsExact: false });
    expect(await list('FINISHED', 300_000)).toEqual({ ids: newest(300_000), count: 300_011, countIsExact: false });
    const last = await list('FINISHED', ROWS - 10);
    expect(last).toMatchObject({ ids: newest(ROWS - 10), countIsExact: false });
    expect((await list('FINISHED', ROWS)).ids).toEqual([]);
  });

  it('counts all rows if it has no text', async () => {
    expect(await search.find(EventCount, NO_FILTER, countEventsStatement)).toMatchObject({
      rows: [{ count: ROWS }],
      since: null,
    });
    expect(totalOf(await search.days(NO_FILTER))).toBe(ROWS);
  });
});
