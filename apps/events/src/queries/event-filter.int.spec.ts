import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type IntegrationEvent, RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import type { EventFilter } from '@portico/contracts/http/events';
import { engines } from '@portico/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { migrate } from '../clickhouse/migrate.ts';
import { Directory, type Scope } from '../directory/directory.ts';
import { toStoredRows } from '../ingest/stored-row.ts';
import { integrationEvent } from '../test/publisher.ts';
import { matches } from './event-filter.predicate.ts';
import { resolveFilter, searchText } from './event-filter.ts';
import { toCondition } from './event-filter.sql.ts';

/** Few letters of every troublesome kind, so that texts and searches often meet. */
const LETTERS = 'a A b B 0 1 % _ \\ \' " ` ß ẞ SS İ ı i Σ σ ς é É ﬁ k Ǆ 😀'.split(' ');
const letter = fc.constantFrom(...LETTERS, ' ', 'e\u0301', '\u212A', '\n', '\t', '\0');
const text = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(''));
const some = fc.integer({ min: 1, max: 4 });
const type = fc.constantFrom('payroll', 'Ban%', 'İ_k');
const name = text(2).map((letters) => `n${letters}`);
const trace = fc.constantFrom('0', '7', 'a').map((digit) => digit.repeat(32));
/** Few moments, some of them next to each other; the filter's may be finer than those that are stored. */
const moment = fc.integer({ min: 0, max: 9 }).map((step) => new Date(Date.UTC(2026, 0, 1) + step).toISOString());
const bound = fc.oneof(
  { weight: 8, arbitrary: moment },
  fc.constantFrom('0000-01-01T00:00:00Z', '2026-01-01T01:00:00.0045+01:00', '9999-12-31T23:59:59Z'),
);

const anyEvent: fc.Arbitrary<IntegrationEvent> = fc
  .record({
    source_id: some,
    organization_id: some,
    source_type: type,
    event_name: fc.oneof(
      name,
      text(6).map((letters) => `n${letters}`),
    ),
    timestamp: moment,
    result: fc.constantFrom(...RESULTS),
    severity_text: fc.constantFrom(...SEVERITIES),
    trace_id: fc.oneof(trace, fc.stringMatching(/^[0-9a-f]{32}$/)),
    details: fc.record({ message: text(12) }),
  })
  .map((changes) => integrationEvent(changes));

const wholeFilter: fc.Arbitrary<EventFilter> = fc.record(
  {
    query: fc.oneof({ weight: 4, arbitrary: text(3) }, fc.stringMatching(/^[0-9a-fA-F]{1,4}$/)),
    status: fc.constantFrom(...RESULTS),
    integration: fc.constantFrom('one', 'shared', 'unknown'),
    organizations: fc.uniqueArray(some, { minLength: 1 }),
    severity: fc.constantFrom(...SEVERITIES),
    type,
    event: name,
    trace,
    from: bound,
    to: bound,
  },
  { requiredKeys: [] },
);
/** One or two fields at a time as well: with all of them at once hardly anything is found. */
const anyFilter = fc.oneof(
  wholeFilter,
  fc.tuple(wholeFilter, fc.nat(9), fc.nat(9)).map(([filter, a, b]): EventFilter => {
    const fields = Object.entries(filter).filter((_, index) => index === a || index === b);
    return Object.fromEntries(fields);
  }),
);
const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>('every'),
  fc.uniqueArray(some).map((organizations) => new Set(organizations)),
);

describe('both readers of a filter', () => {
  const directory = new Directory();
  for (const [id, name] of [
    [1, 'one'],
    [2, 'shared'],
    [3, 'shared'],
  ] as const)
    directory.applyIntegration({ id, version: 1, deletedAt: null, name, active: true, organizationId: id });
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/filters_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
  }, 30_000);
  afterAll(() => clickhouse?.close());

  it('find the same events', async () => {
    const events = fc.sample(anyEvent, { numRuns: 400, seed: 7 });
    const rows = events.map((event, offset) => ({
      event,
      position: { partition: 0, offset },
      publishedAt: 0,
      message: { key: null, value: null },
      verdict: { ok: true as const, event },
    }));
    await clickhouse.insert('integration_events', toStoredRows(rows, new Map(), Date.now()));
    let found = 0;
    await fc.assert(
      fc.asyncProperty(anyFilter, anyScope, async (filter, scope) => {
        const resolved = resolveFilter(filter, scope, directory);
        const { where, params } = toCondition(resolved);
        const sql = `SELECT kafka_offset FROM integration_events WHERE ${where} ORDER BY kafka_offset`;
        const inSql = await clickhouse.rows(z.object({ kafka_offset: z.number() }), { sql, params });
        const inMemory = rows.filter(({ event }) => matches(resolved, { event, searchText: searchText(event) }));
        expect(inSql.map(({ kafka_offset }) => kafka_offset)).toEqual(inMemory.map(({ position }) => position.offset));
        found += inMemory.length;
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(1_000);
  }, 60_000);
});
