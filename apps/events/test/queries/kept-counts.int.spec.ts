import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventFilter } from '@portico/contracts/http/events';
import { Logger } from '@nestjs/common';
import { engines, eventually, SEED } from '@portico/testkit';
import fc from 'fast-check';
import type { Counts } from '../../src/queries/counts/counts.ts';
import { FacetValue } from '../../src/queries/counts/facets.ts';
import { Watchers } from '../../src/logs/watchers.ts';
import { KeptCounts } from '../../src/queries/counts/kept-counts.ts';
import { type Length, LENGTHS, PartContent, partContentsStatement } from '../../src/queries/counts/parts.query.ts';
import { edgeFacetsStatement, facetsStatement } from '../../src/queries/facets.query.ts';
import { Bucket, edgeHistogramStatement, histogramStatement } from '../../src/queries/histogram.query.ts';
import { type Part, readPartsUpTo, snapshot } from '../../src/table/snapshot.ts';
import type { StoredPlace } from '../../src/logs/settled.ts';
import { countedBy } from '../../src/table/count-rows.ts';
import { ClickHouse, type Statement } from '../../src/table/clickhouse/clickhouse.ts';
import { NO_FILTER, type ResolvedFilter, resolveFilter } from '../../src/table/filter/resolve.ts';
import { DAY } from '../../src/table/schema/buckets.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { derivedOf } from '../../src/judge/derived.ts';
import { monthOf, storeEvents } from '../../src/table/write-rows.ts';
import { anyEvent, anyFilter, anyScope, directoryOfFilters } from '../support/any-event.ts';
import { pageReader } from '../support/page-reader.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

jest.setTimeout(300_000);

const CHANGES = 8;
const FILTERS = 6;

let draws = 0;
/** Others each time: fast-check draws the same ones from one seed. */
const sample = <Value>(of: fc.Arbitrary<Value>, count: number): Value[] =>
  fc.sample(of, { numRuns: count, seed: SEED + (draws += 1) });

const described = ({ details }: { details: Record<string, unknown> }) => ({
  details: JSON.stringify(details),
  derived: derivedOf({}, details),
});

describe('counts kept in memory', () => {
  const directory = directoryOfFilters();
  let url: string;
  let clickhouse: ClickHouse;
  let counts: KeptCounts;
  let stored = 0;

  beforeAll(async () => {
    const address = new URL(engines().CLICKHOUSE_URL);
    address.pathname = `/counts_${randomUUID().slice(0, 8)}`;
    url = address.href;
    clickhouse = new ClickHouse(url);
    await migrate(clickhouse);
    counts = new KeptCounts(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 100_000 }, new Watchers(), 100);
  }, 60_000);
  afterAll(async () => {
    counts?.onModuleDestroy();
    await clickhouse?.close();
  });

  const insert = async (): Promise<void> => {
    const rows = sample(anyEvent, 60).map((event, index) => {
      const position = { partition: index % 3, offset: stored + index };
      return acceptedEvent(event, position, { publishedAt: Date.UTC(2026, 0, 3), ...described(event) });
    });
    await storeEvents(clickhouse, rows, { after: { number: stored, storedAt: Date.now() }, token: `from ${stored}` });
    stored += rows.length;
  };
  const optimize = () => clickhouse.run('OPTIMIZE TABLE integration_events FINAL');
  const erase = () =>
    clickhouse.run(
      `ALTER TABLE integration_events DELETE WHERE kafka_offset % 7 = ${stored % 7} SETTINGS mutations_sync = 2`,
    );
  const expire = () => clickhouse.run(`ALTER TABLE integration_events DROP PARTITION ${monthOf(Date.now())}`);
  const truncate = () => clickhouse.run('TRUNCATE TABLE integration_events');
  /** Without what is never counted beforehand. */
  const anyCounted = anyFilter.map((filter): EventFilter =>
    Object.fromEntries(Object.entries(filter).filter(([field]) => field !== 'query' && field !== 'trace')),
  );
  const anyChange = fc.oneof(
    { weight: 6, arbitrary: fc.constant(insert) },
    { weight: 2, arbitrary: fc.constant(optimize) },
    { weight: 2, arbitrary: fc.constant(erase) },
    { weight: 1, arbitrary: fc.constant(expire) },
    { weight: 1, arbitrary: fc.constant(truncate) },
  );

  /** What is counted in memory, with what lies outside of whole buckets. */
  const inMemory = async <Schema extends Part['schema'], Row>(
    length: Length,
    schema: Schema,
    edges: (upTo: readonly StoredPlace[]) => Statement | null,
    read: (kept: Counts) => Row[],
  ) => {
    const moment = await counts.now();
    const kept = moment[length]?.counts;
    if (!kept) throw new Error('the counts are not kept');
    const { stored } = kept;
    const statement = edges(stored);
    const asked = statement ? [{ schema, statement }] : [];
    const rowsOf = await readPartsUpTo(clickhouse, asked);
    return { rows: [...read(kept), ...asked.flatMap(rowsOf)], stored };
  };
  const sums = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, count: (row: Row) => number) => {
    const found = new Map<string, number>();
    for (const row of rows) found.set(keyOf(row), count(row) + (found.get(keyOf(row)) ?? 0));
    return Object.fromEntries([...found].filter(([, sum]) => sum > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  const byPartition = (places: readonly { partition: number }[]) =>
    places.toSorted((a, b) => a.partition - b.partition);

  const compare = async (filter: ResolvedFilter, visible: ResolvedFilter['scope']): Promise<number> => {
    if (countedBy(filter, DAY) === null) return 0;
    const ofValue = ({ facet, value }: { facet: string; value: string }) => `${facet} ${value}`;
    const countOf = ({ count }: { count: number }) => count;
    const facets = await inMemory(
      'day',
      FacetValue,
      (upTo) => edgeFacetsStatement({ ...filter, upTo }, visible),
      (kept) => kept.facets(filter, visible),
    );
    const wanted = { schema: FacetValue, statement: facetsStatement(filter, visible) };
    const there = await snapshot(clickhouse, [wanted]);
    expect(sums(facets.rows, ofValue, countOf)).toEqual(sums(there.rowsOf(wanted), ofValue, countOf));
    expect(byPartition(facets.stored)).toEqual(byPartition(there.stored));

    for (const length of ['day', 'hour'] as const) {
      const step = LENGTHS[length] * 3;
      if (countedBy(filter, LENGTHS[length]) !== LENGTHS[length]) continue;
      const bars = await inMemory(
        length,
        Bucket,
        (upTo) => edgeHistogramStatement({ ...filter, upTo }, step, LENGTHS[length]),
        (kept) => [...kept.results(filter, step)].map(([bucket, results]) => ({ bucket, ...results })),
      );
      const expected = await clickhouse.rows(Bucket, histogramStatement(filter, step));
      for (const result of ['success', 'failure'] as const) {
        const bucketOf = ({ bucket }: Bucket) => String(bucket);
        expect(sums(bars.rows, bucketOf, (row) => row[result])).toEqual(sums(expected, bucketOf, (row) => row[result]));
      }
    }

    return samePage(filter);
  };

  /** Of the newest hundred rows, of those of the table, and without anything in memory. */
  const samePage = async (filter: ResolvedFilter): Promise<number> => {
    await counts.now();
    const without = new KeptCounts(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 0 }, new Watchers());
    const pages = [counts, without].map((kept) => pageReader(clickhouse, kept));
    const offset = sample(fc.nat(60), 1)[0] ?? 0;
    const [kept, asked] = await Promise.all(pages.map((reader) => reader.readPage(filter, { limit: 20, offset })));
    expect({ ...kept, stored: byPartition(kept?.stored ?? []) }).toEqual({
      ...asked,
      stored: byPartition(asked?.stored ?? []),
    });
    return kept?.count ?? 0;
  };

  it('are those of the table, and so are the newest rows, whatever is stored, merged, erased or let go', async () => {
    let found = 0;
    await insert();
    for (const change of [...sample(anyChange, CHANGES), insert]) {
      await change();
      for (const asked of sample(anyFilter, FILTERS)) await samePage(resolveFilter(asked, 'every', directory));
      for (const asked of sample(anyCounted, FILTERS))
        for (const scope of ['every' as const, ...sample(anyScope, 1)])
          found += await compare(resolveFilter(asked, scope, directory), scope);
    }
    expect(found).toBeGreaterThan(100);
  });

  it('are followed while somebody asks, and not before', async () => {
    const followed = new KeptCounts(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 100_000 }, new Watchers(), 100);
    await insert();
    expect(followed.latest).toBeNull();
    await expect(followed.ask()).resolves.toBeNull();
    const countOf = ({ latest }: KeptCounts): number =>
      (latest?.day?.counts.days(NO_FILTER) ?? []).reduce((sum, { count }) => sum + count, 0);
    const before = await eventually(() => countOf(followed), 30_000);
    await insert();
    await eventually(() => countOf(followed) > before, 30_000);
    followed.onModuleDestroy();
  });

  it('are kept up to the bound, and where none may be they are not even asked for', async () => {
    await insert();
    await optimize();
    const contents = await clickhouse.rows(PartContent, partContentsStatement('day'));
    const all = contents.reduce((sum, content) => sum + content.counts, 0);
    const enough = new KeptCounts(clickhouse, { EVENTS_COUNTS_IN_MEMORY: all }, new Watchers());
    await eventually(async () => (await enough.now()).day !== null, 30_000);

    const logged = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const few = new KeptCounts(clickhouse, { EVENTS_COUNTS_IN_MEMORY: all - 1 }, new Watchers());
    const hasLogged = () => logged.mock.calls.some(([entry]) => (entry as { most: number }).most === all - 1);
    await eventually(async () => {
      expect((await few.now()).day).toBeNull();
      return hasLogged();
    }, 30_000);
    for (const kept of [enough, few]) kept.onModuleDestroy();

    const own = new ClickHouse(url);
    const none = new KeptCounts(own, { EVENTS_COUNTS_IN_MEMORY: 0 }, new Watchers());
    const asked = [jest.spyOn(own, 'rows'), jest.spyOn(own, 'rowsNow')];
    await expect(none.ask()).resolves.toBeNull();
    await own.run('SELECT 1');
    for (const statements of asked) expect(statements).not.toHaveBeenCalled();
    await own.close();
  });
});
