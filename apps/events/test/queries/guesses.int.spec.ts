import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Paging } from '@portico/contracts/common/page';
import { engines } from '@portico/testkit';
import fc from 'fast-check';
import { DAY } from '../../src/table/schema/buckets.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { NO_FILTER, type ResolvedFilter } from '../../src/table/filter/resolve.ts';
import { PageGuess } from '../../src/queries/paging/guess.ts';
import type { Window } from '../../src/queries/paging/windows.ts';
import { Search } from '../../src/queries/search/search.ts';
import { noSnapshots, pageReader } from '../support/page-reader.ts';

jest.setTimeout(120_000);

/** Number of rows in the table. */
const ROWS = 400;
/** Number of days over which the rows are spread. */
const DAYS = 4;
const FIRST_DAY = 20_000;

const moments = fc.integer({ min: (FIRST_DAY - 1) * DAY, max: (FIRST_DAY + DAYS + 1) * DAY });
const filters = fc.record({
  sources: fc.option(fc.integer({ min: 1, max: 40 }).map((source): ReadonlySet<number> => new Set([source]))),
  to: fc.option(moments.map((moment) => new Date(moment).toISOString())),
});
const pages = fc.record({ limit: fc.integer({ min: 1, max: 30 }), offset: fc.nat(420) });

class WrongGuess extends PageGuess {
  constructor(
    search: Search,
    private readonly window: Window | null,
  ) {
    super(search);
  }
  override windowOf(): Window | null {
    return this.window;
  }
}

describe('a page that is read from a guessed time range', () => {
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/guesses_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await migrate(clickhouse);
    await clickhouse.run(`
      INSERT INTO integration_events
        (id, source_id, organization_id, result, severity_text, timestamp, details, kafka_partition, kafka_offset)
      SELECT toString(number), 1 + intDiv(number * number, 4000), 1, 'SUCCESS', 'INFO',
        fromUnixTimestamp64Milli(toInt64(${FIRST_DAY * DAY} + intDiv(number * ${DAYS * DAY}, ${ROWS})), 'UTC'),
        '{"message":""}', number % 3, number
      FROM numbers(${ROWS})`);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const read = async (guess: Window | null, filter: ResolvedFilter, page: Paging) => {
    const search = new Search(clickhouse);
    const pages = pageReader(clickhouse, noSnapshots(clickhouse), new WrongGuess(search, guess));
    const { rows, count } = await pages.readPage(filter, page);
    return { ids: rows.map(({ id }) => id), count };
  };

  it('is correct even if the guess is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(moments, filters, pages, async (from, wanted, page) => {
        const filter = { ...NO_FILTER, ...wanted };
        const guessed = await read({ from, to: null, skip: page.offset }, filter, page);
        expect(guessed).toEqual(await read(null, filter, page));
        const all = await read(null, filter, { limit: ROWS, offset: 0 });
        expect(guessed).toEqual({ ids: all.ids.slice(page.offset, page.offset + page.limit), count: all.ids.length });
      }),
      { numRuns: 60 },
    );
  });
});
