import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { engines, eventually } from '@portico/testkit';
import fc from 'fast-check';
import { z } from 'zod';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { detailsTerms, pathTerm, textTerm } from '../../src/text/detail-terms.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { makeEarlierTables } from '../support/earlier-tables.ts';

const ROWS = 2_000;
const Terms = z.object({ id: z.coerce.number(), detail_terms: z.array(z.string()) });

const name = fc.oneof(fc.constantFrom('a', 'b', 'message', '', 'naïve', 'n'.repeat(200)), fc.string({ maxLength: 4 }));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('straße', 'ΟΔΟΣ', '\u212A', '"\\', '{', '[1]', 'true', '5', 'x'.repeat(300), '😀'.repeat(260)),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 5, -1.5),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 10, depthSize: 'large' },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));
/**
 * Details with fewer terms than the maximum. JavaScript moves names like numbers to the front of an object, so ClickHouse could cut off
 * other terms at the maximum.
 */
const anyDetails = fc
  .dictionary(name, anyValue, { maxKeys: 5 })
  .map((details) => ({ ...details, message: 'a message' }))
  .filter((details) => detailsTerms(details).length < 128);

describe('the search terms of events stored by the previous version', () => {
  const details = fc.sample(anyDetails, ROWS);
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/terms_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await makeEarlierTables(clickhouse);
    const rows = details.map((one, index) => ({
      id: String(index),
      details: JSON.stringify(one),
      stored_at: '2026-01-01 00:00:00',
    }));
    await clickhouse.insert('integration_events', rows);
    await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const termsOf = () => clickhouse.rows(Terms, { sql: 'SELECT id, detail_terms FROM integration_events ORDER BY id' });
  const expectSame = async (): Promise<void> => {
    const rows = await termsOf();
    expect(rows).toHaveLength(ROWS);
    for (const { id, detail_terms } of rows) {
      const wanted = detailsTerms(details[id] ?? {});
      expect({ details: details[id], terms: detail_terms.toSorted() }).toEqual({
        details: details[id],
        terms: wanted.toSorted(),
      });
    }
  };

  it('equal the terms that the service computes, before and after ClickHouse materializes their column', async () => {
    await expectSame();
    const undone = {
      sql: 'SELECT count() AS count FROM system.mutations WHERE database = currentDatabase() AND NOT is_done',
    };
    await eventually(
      async () => (await clickhouse.rows(z.object({ count: z.number() }), undone))[0]?.count === 0,
      30_000,
    );
    await expectSame();
  });

  it('are found with the index', async () => {
    const term = textTerm(pathTerm(['a']), 'straße');
    const sql = 'EXPLAIN indexes = 1 SELECT id FROM integration_events WHERE has(detail_terms, {term:String})';
    const plan = await clickhouse.rows(z.object({ explain: z.string() }), { sql, params: { term } });
    expect(plan.map(({ explain }) => explain.trim())).toContain('Name: terms');
  });
});
