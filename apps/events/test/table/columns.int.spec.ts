import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@portico/testkit';
import { MAX_EPOCH, placeOf } from '@portico/contracts/events/position';
import fc from 'fast-check';
import { z } from 'zod';
import { derivedOf } from '../../src/judge/derived.ts';
import { detailsTerms } from '../../src/text/detail-terms.ts';
import { toHashNumber } from '../../src/text/identity-hash.ts';
import { searchText } from '../../src/text/search-text.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { COLUMNS, columnsOf, StoredRow } from '../../src/table/schema/columns.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { isoToColumn } from '../../src/table/schema/moments.ts';
import { storedAtOf, storeEvents } from '../../src/table/write-rows.ts';
import { anyEvent } from '../support/any-event.ts';
import { integrationEvent } from '@portico/testkit/integration-event';
import { acceptedEvent } from '../support/accepted-event.ts';

const TableColumn = z.object({ name: z.string(), type: z.string(), default_kind: z.string() });

/** Whether ClickHouse writes values of this type as JSON numbers. */
const isNumber = (type: string): boolean => type.startsWith('UInt');

/** Texts at the limits of the row encoding: with lengths that take one byte and two bytes, in ASCII and other characters. */
const EDGES = [
  '',
  'a',
  '\0',
  '\n\n',
  'é',
  '€',
  '😀',
  '\u007f',
  '\u0080',
  '\ud83d\ude00x'.repeat(16),
  'a'.repeat(40),
  'a'.repeat(41),
];
const NUMBERS = [0, -0, 1e308, 5e-324, -1.5, 2 ** 53, 0.1];
const MOMENTS = [0, 1, 2 ** 32 - 1, 2 ** 32, Date.UTC(2026, 10, 1), Date.UTC(2199, 11, 31)];

describe('the columns of the table', () => {
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/columns_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await migrate(clickhouse);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  it('have the names, order and types of the column list in the code', async () => {
    const columns = await clickhouse.rows(TableColumn, {
      sql: `SELECT name, type, default_kind FROM system.columns
        WHERE database = currentDatabase() AND table = 'integration_events' ORDER BY position`,
    });
    // Excludes columns that ClickHouse computes. Includes columns with a default: this version writes them, older versions do not.
    const written = columns.filter(({ default_kind }) => default_kind === '' || default_kind === 'DEFAULT');
    expect(written.map(({ name }) => name)).toEqual(COLUMNS);
    const numbers = COLUMNS.filter((column) => StoredRow.shape[column] instanceof z.ZodNumber);
    expect(numbers).toEqual(written.filter(({ type }) => isNumber(type)).map(({ name }) => name));
    for (const column of ['result', 'severity_text'] as const) {
      const type = written.find(({ name }) => name === column)?.type ?? '';
      const values = [...type.matchAll(/'(\w+)' = /g)].map(([, value]) => value);
      expect(new Set(values)).toEqual(new Set(StoredRow.shape[column].options));
    }
  });

  it('return every value that was written', async () => {
    let offset = 0;
    const moment = fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) });
    await fc.assert(
      fc.asyncProperty(anyEvent, moment, moment, fc.nat(MAX_EPOCH), async (event, publishedAt, storedAt, epoch) => {
        offset += 1;
        const position = { partition: 3, offset: placeOf(epoch, offset) };
        const details = JSON.stringify(event.details);
        const derived = derivedOf({}, event.details);
        const row = acceptedEvent(event, position, { publishedAt, details, derived });
        const after = { number: 2 ** 40 + offset, storedAt: Date.UTC(2026, 10) };
        await storeEvents(clickhouse, [row], { after, token: `row ${offset}`, now: storedAt });
        const [stored] = await clickhouse.rows(StoredRow, {
          sql: `SELECT ${columnsOf(StoredRow)} FROM integration_events WHERE kafka_offset = ${offset}`,
        });
        expect(stored).toEqual({
          ...event,
          timestamp: isoToColumn(event.timestamp),
          ...derived,
          details,
          search_text: searchText(event),
          detail_terms: detailsTerms(event.details),
          identity_hash: Number(toHashNumber(row.identityHash)),
          kafka_partition: 3,
          kafka_offset: offset,
          log_epoch: epoch,
          published_at: isoToColumn(new Date(publishedAt).toISOString()),
          stored_at: isoToColumn(new Date(storedAtOf(storedAt, publishedAt, after.storedAt)).toISOString()),
          insert_number: after.number + 1,
          insert_month: 202_611,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('have the same values after an insert in several pieces as after an insert of JSON', async () => {
    const edges = [...EDGES, 'a'.repeat(39), 'é'.repeat(64), '😀'.repeat(5_000), 'x'.repeat(32_000)];
    const events = [
      ...edges.map((message, index) =>
        integrationEvent({
          id: `${Array.from(edges[index] ?? '')
            .slice(0, 40)
            .join('')} ${index}`,
          details: { message, [Array.from(message).slice(0, 20).join('')]: NUMBERS },
        }),
      ),
      ...fc.sample(anyEvent, { numRuns: 2_500, seed: 7 }),
    ];
    const rows = events.map((event, index) =>
      acceptedEvent(
        event,
        { partition: index % 3, offset: index },
        { publishedAt: MOMENTS[index % MOMENTS.length] ?? 0 },
      ),
    );
    const after = { number: 1, storedAt: Date.UTC(2026, 10) };
    await clickhouse.run('TRUNCATE TABLE integration_events');
    await storeEvents(clickhouse, rows, { after, token: 'pieces', now: Date.UTC(2026, 10, 2) });
    await clickhouse.run('CREATE TABLE as_json AS integration_events');
    const asJson = rows.map((row) => ({
      ...row.event,
      timestamp: isoToColumn(row.event.timestamp),
      ...row.derived,
      details: row.details,
      search_text: searchText(row.event),
      detail_terms: detailsTerms(row.event.details),
      identity_hash: toHashNumber(row.identityHash),
      kafka_partition: row.position.partition,
      kafka_offset: row.position.offset,
      log_epoch: 0,
      published_at: isoToColumn(new Date(row.publishedAt).toISOString()),
      stored_at: isoToColumn(new Date(storedAtOf(Date.UTC(2026, 10, 2), 0, after.storedAt)).toISOString()),
      insert_number: 2,
      insert_month: 202_611,
    }));
    await clickhouse.insert('as_json', asJson);
    const difference = (a: string, b: string) =>
      `SELECT ${COLUMNS.join()} FROM ${a} EXCEPT SELECT ${COLUMNS.join()} FROM ${b}`;
    for (const [a, b] of [['integration_events', 'as_json'] as const, ['as_json', 'integration_events'] as const])
      expect(await clickhouse.rows(z.object({ id: z.string() }), { sql: difference(a, b) })).toEqual([]);
    const [count] = await clickhouse.rows(z.object({ count: z.number() }), {
      sql: 'SELECT count() AS count FROM integration_events',
    });
    expect(count).toEqual({ count: rows.length });
  });
});
