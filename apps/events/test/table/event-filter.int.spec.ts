import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { engines } from '@portico/testkit';
import fc from 'fast-check';
import { z } from 'zod';
import { DAY, HOUR } from '../../src/table/schema/buckets.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { storeEvents } from '../../src/table/write-rows.ts';
import { anyEvent, anyFilter, anyScope, directoryOfFilters } from '../support/any-event.ts';
import { derivedOf } from '../../src/judge/derived.ts';
import { DayCount, daysStatement } from '../../src/queries/search/days.query.ts';
import { matches } from '../../src/table/filter/predicate.ts';
import { countedColumns, withoutSearch } from '../../src/table/filter/counted.ts';
import type { ResolvedQuery } from '../../src/table/filter/resolved-query.ts';
import { type ResolvedFilter, resolveFilter } from '../../src/table/filter/resolve.ts';
import { toCondition } from '../../src/table/filter/sql.ts';
import { facetsStatement } from '../../src/queries/facets.query.ts';
import { FacetValue } from '../../src/snapshot/facet-columns.ts';
import { Bucket, histogramStatement } from '../../src/queries/histogram.query.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

const PUBLISHED = Date.UTC(2026, 0, 3);
const described = ({ details }: IntegrationEvent) => ({
  details: JSON.stringify(details),
  derived: derivedOf({}, details),
});
/** Returns a partition of the topic of authenticated senders for every third event, otherwise a partition of the shared topic. */
const partitionOf = (offset: number): number => (offset % 3 === 0 ? FIRST_DOOR_PARTITION : 0);
/** Setting with which ClickHouse rejects a statement that no projection answers. */
const PROJECTED = 'SETTINGS force_optimize_projection = 1';

/** Whether a query concerns only this column. */
const isAbout = (query: ResolvedQuery, column: string): boolean => {
  const columns = [...(countedColumns(query) ?? [])];
  return columns.length === 1 && columns[0] === column;
};

describe('the two implementations of a filter', () => {
  const directory = directoryOfFilters();
  const accepted = fc
    .sample(anyEvent, { numRuns: 400, seed: 7 })
    .map((event, offset) =>
      acceptedEvent(event, { partition: partitionOf(offset), offset }, { publishedAt: PUBLISHED, ...described(event) }),
    );
  const events = accepted.map(({ event }) => event);
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/filters_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
    // Stores two parts that a merge combines with text indexes, and one part without text indexes.
    for (const [from, to] of [
      [0, 150],
      [150, 300],
      [300, 400],
    ] as const) {
      const insert = { after: { number: from, storedAt: Date.now() }, token: `from ${from}` };
      await storeEvents(clickhouse, accepted.slice(from, to), insert);
      if (from === 150) await clickhouse.run('OPTIMIZE TABLE integration_events FINAL');
    }
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const matching = (filter: ResolvedFilter): IntegrationEvent[] =>
    accepted.filter((one) => matches(filter, one)).map(({ event }) => event);

  const check = (
    numRuns: number,
    look: (filter: ResolvedFilter, visible: ResolvedFilter['scope']) => Promise<void>,
  ): Promise<void> =>
    fc.assert(
      fc.asyncProperty(anyFilter, anyScope, (filter, scope) => look(resolveFilter(filter, scope, directory), scope)),
      { numRuns },
    );

  it('find the same events', async () => {
    let found = 0;
    await check(300, async (filter) => {
      const { where, params } = toCondition(filter);
      const sql = `SELECT kafka_offset FROM integration_events WHERE ${where} ORDER BY kafka_offset`;
      const inSql = await clickhouse.rows(z.object({ kafka_offset: z.number() }), { sql, params });
      const inMemory = matching(filter);
      expect(inSql.map(({ kafka_offset }) => events[kafka_offset])).toEqual(inMemory);
      found += inMemory.length;
    });
    expect(found).toBeGreaterThan(1_000);
  }, 60_000);

  it('return the same counts by day, and both ignore the search text', async () => {
    await check(60, async (filter) => {
      const days = await clickhouse.rows(DayCount, daysStatement(filter));
      const inMemory = Map.groupBy(matching(withoutSearch(filter)), ({ timestamp }) =>
        Math.floor(Date.parse(timestamp) / DAY),
      );
      const expected = [...inMemory].map(([day, { length }]) => ({ day, count: length }));
      const newestFirst = (a: { day: number }, b: { day: number }): number => b.day - a.day;
      expect(days.toSorted(newestFirst)).toEqual(expected.toSorted(newestFirst));
    });
  }, 60_000);

  it.each([1, 60_000, HOUR, 6 * HOUR, DAY, 7 * DAY])(
    'compute the same histogram in steps of %d ms',
    async (step) => {
      await check(20, async (filter) => {
        const buckets = await clickhouse.rows(Bucket, histogramStatement(filter, step));
        const inMemory = Map.groupBy(matching(filter), ({ timestamp }) => Math.floor(Date.parse(timestamp) / step));
        const expected = [...inMemory].map(([bucket, inIt]) => {
          const success = inIt.filter(({ result }) => result === 'SUCCESS').length;
          return { bucket, success, failure: inIt.length - success };
        });
        expect(buckets.toSorted((a, b) => a.bucket - b.bucket)).toEqual(
          expected.toSorted((a, b) => a.bucket - b.bucket),
        );
      });
    },
    60_000,
  );

  it('return the same facet values, each facet without its own filter', async () => {
    const facets = [
      ['status', 'result', 'result'],
      ['severity', 'severity', 'severity_text'],
      ['type', 'type', 'source_type'],
      ['event', 'name', 'event_name'],
      ['integration', 'sources', 'source_id'],
      ['organization', 'scope', 'organization_id'],
    ] as const;
    await check(60, async (filter, visible) => {
      const values = await clickhouse.rows(FacetValue, facetsStatement(filter, visible));
      for (const [facet, field, column] of facets) {
        const shared = filter.where.filter((query) => !isAbout(query, column));
        const without = matching({ ...filter, [field]: field === 'scope' ? visible : null, where: shared });
        const inMemory = Map.groupBy(without, (event) => String(event[column]));
        const counted = values.flatMap((row) => (row.facet === facet ? [[row.value, row.count] as const] : []));
        expect(new Map(counted)).toEqual(new Map([...inMemory].map(([value, { length }]) => [value, length])));
      }
    });
  }, 60_000);

  it.each([
    ['the counts per day', daysStatement],
    ['the facets', (filter: ResolvedFilter) => facetsStatement(filter, 'every')],
    ['a histogram of hours', (filter: ResolvedFilter) => histogramStatement(filter, 12 * HOUR)],
    ['a histogram of days', (filter: ResolvedFilter) => histogramStatement(filter, 7 * DAY)],
  ])('answer %s in ClickHouse from projections, without reading rows', async (_what, statement) => {
    const filter = resolveFilter(
      { status: 'FAILURE', severity: 'ERROR', type: 'payroll', integration: 'one' },
      'every',
      directory,
    );
    const { sql, params = {} } = statement(filter);
    await expect(clickhouse.rows(z.looseObject({}), { sql: `${sql} ${PROJECTED}`, params })).resolves.toBeDefined();
  });
});
