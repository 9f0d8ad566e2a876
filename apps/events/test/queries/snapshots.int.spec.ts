import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventFilter } from '@portico/contracts/http/events';
import { Logger } from '@nestjs/common';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { engines, eventually, SEED } from '@portico/testkit';
import fc from 'fast-check';
import { Watchers } from '../../src/logs/watchers.ts';
import { facetsStatement } from '../../src/queries/facets.query.ts';
import { Bucket, histogramStatement } from '../../src/queries/histogram.query.ts';
import { FacetValue } from '../../src/snapshot/facet-columns.ts';
import { PartContent, partContentsStatement } from '../../src/snapshot/parts.query.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';
import { Snapshots } from '../../src/snapshot/snapshots.ts';
import { readMoment } from '../../src/table/one-moment.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { NO_FILTER, type ResolvedFilter, resolveFilter } from '../../src/table/filter/resolve.ts';
import { DAY, HOUR } from '../../src/table/schema/buckets.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { derivedOf } from '../../src/judge/derived.ts';
import { monthOf, storeEvents } from '../../src/table/write-rows.ts';
import { anyEvent, anyFilter, anyScope, directoryOfFilters } from '../support/any-event.ts';
import { noSnapshots, pageReader } from '../support/page-reader.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

jest.setTimeout(300_000);

const CHANGES = 8;
const FILTERS = 6;

let draws = 0;
const sample = <Value>(of: fc.Arbitrary<Value>, count: number): Value[] =>
  fc.sample(of, { numRuns: count, seed: SEED + (draws += 1) });

const described = ({ details }: { details: Record<string, unknown> }) => ({
  details: JSON.stringify(details),
  derived: derivedOf({}, details),
});

describe('snapshots of the table', () => {
  const directory = directoryOfFilters();
  let url: string;
  let clickhouse: ClickHouse;
  let snapshots: Snapshots;
  let stored = 0;

  beforeAll(async () => {
    const address = new URL(engines().CLICKHOUSE_URL);
    address.pathname = `/counts_${randomUUID().slice(0, 8)}`;
    url = address.href;
    clickhouse = new ClickHouse(url);
    await migrate(clickhouse);
    snapshots = new Snapshots(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 100_000 }, new Watchers(), 100);
  }, 60_000);
  afterAll(async () => {
    await clickhouse?.close();
  });

  const store = async (events: readonly IntegrationEvent[]): Promise<void> => {
    const rows = events.map((event, index) => {
      const position = { partition: index % 3, offset: stored + index };
      return acceptedEvent(event, position, { publishedAt: Date.UTC(2026, 0, 3), ...described(event) });
    });
    await storeEvents(clickhouse, rows, { after: { number: stored, storedAt: Date.now() }, token: `from ${stored}` });
    stored += rows.length;
  };
  const insert = (): Promise<void> => store(sample(anyEvent, 60));
  const optimize = () => clickhouse.run('OPTIMIZE TABLE integration_events FINAL');
  const erase = () =>
    clickhouse.run(
      `ALTER TABLE integration_events DELETE WHERE kafka_offset % 7 = ${stored % 7} SETTINGS mutations_sync = 2`,
    );
  const expire = () => clickhouse.run(`ALTER TABLE integration_events DROP PARTITION ${monthOf(Date.now())}`);
  const truncate = () => clickhouse.run('TRUNCATE TABLE integration_events');
  /** Filter fields without precomputed counts. */
  const NOT_COUNTED = ['query', 'trace', 'where'];
  const anyCounted = anyFilter.map((filter): EventFilter => {
    const toHour = (moment: string): string => new Date(Math.floor(Date.parse(moment) / HOUR) * HOUR).toISOString();
    const toCounted = ([field, value]: [string, unknown]): [string, unknown] =>
      typeof value === 'string' && (field === 'from' || field === 'to') ? [field, toHour(value)] : [field, value];
    const counted = Object.entries(filter).filter(([field]) => !NOT_COUNTED.includes(field));
    return Object.fromEntries(counted.map(toCounted));
  });
  const anyChange = fc.oneof(
    { weight: 6, arbitrary: fc.constant(insert) },
    { weight: 2, arbitrary: fc.constant(optimize) },
    { weight: 2, arbitrary: fc.constant(erase) },
    { weight: 1, arbitrary: fc.constant(expire) },
    { weight: 1, arbitrary: fc.constant(truncate) },
  );

  const look = async (): Promise<Snapshot> => {
    const snapshot = await snapshots.look();
    if (!snapshot) throw new Error('nothing is in memory');
    return snapshot;
  };
  const sums = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, count: (row: Row) => number) => {
    const found = new Map<string, number>();
    for (const row of rows) found.set(keyOf(row), count(row) + (found.get(keyOf(row)) ?? 0));
    return Object.fromEntries([...found].filter(([, sum]) => sum > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  const byPartition = (places: readonly { partition: number }[]) =>
    places.toSorted((a, b) => a.partition - b.partition);

  /** Compares counts from memory and the table. @returns the number of events counted in memory. */
  const compare = async (filter: ResolvedFilter, visible: ResolvedFilter['scope']): Promise<number> => {
    const snapshot = await look();
    const ofValue = ({ facet, value }: { facet: string; value: string }) => `${facet} ${value}`;
    const countOf = ({ count }: { count: number }) => count;
    const facets = snapshot.facets(filter, visible);
    if (facets) {
      const wanted = { schema: FacetValue, statement: facetsStatement(filter, visible) };
      const there = await readMoment(clickhouse, [wanted]);
      expect(sums(facets, ofValue, countOf)).toEqual(sums(there.rowsOf(wanted), ofValue, countOf));
      expect(byPartition(snapshot.stored)).toEqual(byPartition(there.stored));
    }
    for (const step of [3 * HOUR, 3 * DAY]) {
      const counts = snapshot.counts(filter, step);
      if (!counts) continue;
      const bars = [...counts.results(filter, step)].map(([bucket, results]) => ({ bucket, ...results }));
      const expected = await clickhouse.rows(Bucket, histogramStatement(filter, step));
      for (const result of ['success', 'failure'] as const) {
        const bucketOf = ({ bucket }: Bucket) => String(bucket);
        expect(sums(bars, bucketOf, (row) => row[result])).toEqual(sums(expected, bucketOf, (row) => row[result]));
      }
    }
    return snapshot.counts(filter, DAY)?.count(filter) ?? 0;
  };

  /** Compares pages from memory and the table. @returns whether memory had the page. */
  const samePage = async (filter: ResolvedFilter): Promise<boolean> => {
    const snapshot = await look();
    const offset = sample(fc.nat(60), 1)[0] ?? 0;
    const page = { limit: 20, offset };
    const known = snapshot.page(filter, page);
    const pages = [snapshots, noSnapshots(clickhouse)].map((one) => pageReader(clickhouse, one));
    const [fromSnapshot, fromTable] = await Promise.all(pages.map((reader) => reader.readPage(filter, page)));
    expect({ ...fromSnapshot, stored: byPartition(fromSnapshot?.stored ?? []) }).toEqual({
      ...fromTable,
      stored: byPartition(fromTable?.stored ?? []),
    });
    if (known) expect(known).toEqual({ rows: fromTable?.rows, count: fromTable?.count });
    return known !== null;
  };

  it("have the table's counts and newest rows after any inserts, merges, erasures and drops", async () => {
    let found = 0;
    const fromMemory = { pages: 0, failures: 0 };
    await insert();
    for (const change of [...sample(anyChange, CHANGES), insert]) {
      await change();
      for (const unresolved of [...sample(anyFilter, FILTERS), ...sample(anyCounted, FILTERS)]) {
        if (await samePage(resolveFilter(unresolved, 'every', directory))) fromMemory.pages += 1;
        const failures = resolveFilter({ ...unresolved, status: 'FAILURE' }, 'every', directory);
        if (await samePage(failures)) fromMemory.failures += 1;
      }
      for (const unresolved of sample(anyCounted, FILTERS))
        for (const scope of ['every' as const, ...sample(anyScope, 1)])
          found += await compare(resolveFilter(unresolved, scope, directory), scope);
    }
    expect(found).toBeGreaterThan(100);
    expect(fromMemory.pages).toBeGreaterThan(5);
    expect(fromMemory.failures).toBeGreaterThan(5);
  });

  it('contain older rows of failures than of all events', async () => {
    await truncate();
    const begin = Date.UTC(2026, 0, 4);
    await store(
      sample(anyEvent, 300).map((event, index) => ({
        ...event,
        timestamp: new Date(begin + index).toISOString(),
        result: index % 10 === 0 ? ('FAILURE' as const) : ('SUCCESS' as const),
      })),
    );
    const few = new Snapshots(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 100_000 }, new Watchers(), 20);
    await few.look();
    const snapshot = await few.look();
    const failures = resolveFilter({ status: 'FAILURE' }, 'every', directory);
    const page = { limit: 15, offset: 0 };
    const fromTable = await pageReader(clickhouse, noSnapshots(clickhouse)).readPage(failures, page);
    expect(snapshot?.page(failures, page)).toEqual({ rows: fromTable.rows, count: fromTable.count });
    expect(snapshot?.page(NO_FILTER, page)?.rows).toHaveLength(page.limit);
    // Memory has further rows, but only failures, so it cannot return these pages.
    expect(snapshot?.page(NO_FILTER, { limit: 15, offset: 15 })).toBeNull();
    expect(snapshot?.page(NO_FILTER, { limit: 15, offset: 40 })).toBeNull();
  });

  it('are taken after the first query, and updated after inserts into the table', async () => {
    const followed = new Snapshots(clickhouse, { EVENTS_COUNTS_IN_MEMORY: 100_000 }, new Watchers(), 100);
    const statements = jest.spyOn(clickhouse, 'rowsNow');
    await insert();
    followed.onApplicationBootstrap();
    expect(followed.current()).toBeNull();
    const countOf = (): number => followed.current()?.counts(NO_FILTER, DAY)?.count(NO_FILTER) ?? 0;
    const before = await eventually(countOf, 30_000);
    await insert();
    await eventually(() => countOf() > before, 30_000);
    await followed.onApplicationShutdown();
    expect(statements).toHaveBeenCalled();
    statements.mockRestore();
  });

  it('are not used once a response has shown newer events than they contain', async () => {
    await insert();
    const snapshot = await look();
    expect(snapshots.current()).toBe(snapshot);
    await insert();
    const { stored: shown } = await readMoment(clickhouse, []);
    snapshots.show(snapshot.stored);
    expect(snapshots.current()).toBe(snapshot);
    snapshots.show(shown);
    expect(snapshots.current()).toBeNull();
    const next = await look();
    expect(snapshots.current()).toBe(next);
    snapshots.showListed();
    expect(snapshots.current()).toBeNull();
    const later = await look();
    expect(snapshots.current()).toBe(later);
  });

  it('exist only if their counts fit within the limit, and run no query if the limit is zero', async () => {
    await insert();
    await optimize();
    const contents = await clickhouse.rows(PartContent, partContentsStatement);
    const all = contents.reduce((sum, { day, hour }) => sum + Math.max(day, hour), 0);
    const enough = new Snapshots(clickhouse, { EVENTS_COUNTS_IN_MEMORY: all }, new Watchers());
    await eventually(async () => (await enough.look()) !== null, 30_000);

    const logged = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const few = new Snapshots(clickhouse, { EVENTS_COUNTS_IN_MEMORY: all - 1 }, new Watchers());
    const hasLogged = () => logged.mock.calls.some(([entry]) => (entry as { most: number }).most === all - 1);
    await expect(few.look()).resolves.toBeNull();
    expect(hasLogged()).toBe(true);
    expect(few.current()).toBeNull();
    logged.mockRestore();

    const own = new ClickHouse(url);
    const none = noSnapshots(own);
    const spies = [jest.spyOn(own, 'rows'), jest.spyOn(own, 'rowsNow')];
    none.onApplicationBootstrap();
    expect(none.current()).toBeNull();
    await own.run('SELECT 1');
    await none.onApplicationShutdown();
    for (const statements of spies) expect(statements).not.toHaveBeenCalled();
    await own.close();
  });
});
