import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DERIVED_FIELDS } from '@portico/contracts/query/fields';
import { engines, eventually } from '@portico/testkit';
import fc from 'fast-check';
import { z } from 'zod';
import { derivedOf } from '../../src/judge/derived.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { derivedSql } from '../../src/table/schema/derived-columns.ts';
import { migrate } from '../../src/table/schema/migrate.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', 'production', '"\\', 'a\0b', '\u0001', 'x'.repeat(128), 'x'.repeat(129), 'x'.repeat(10_000)),
  fc.constantFrom('😀'.repeat(64), '😀'.repeat(65), 'é'.repeat(128), 'é'.repeat(129)),
);
const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }));
const member = fc.tuple(fc.constantFrom(...DERIVED_FIELDS, 'message', 'other'), value);
/** Details whose names may be duplicated, escaped, and next to numbers that ClickHouse cannot parse. */
const anyDetails = fc
  .tuple(fc.array(member, { maxLength: 5 }), fc.boolean(), fc.boolean())
  .map(([members, isEscaped, hasLongNumber]) => {
    const nameOf = (name: string) => (isEscaped ? JSON.stringify(name).replace('e', String.raw`\u0065`) : `"${name}"`);
    const written = members.map(([name, inner]) => `${nameOf(name)}: ${JSON.stringify(inner)}`);
    return `{${[...written, ...(hasLongNumber ? ['"long": 123456789012345678901234567890'] : [])].join(', ')}}`;
  });

describe('derived fields of events stored without their columns', () => {
  let clickhouse: ClickHouse;

  beforeAll(() => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/derived_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    return migrate(clickhouse);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const all = fc.sample(anyDetails, 2_000);
  const expected = (name: (typeof DERIVED_FIELDS)[number]) =>
    all.map((details) => derivedOf({}, JSON.parse(details))[name]);
  const Count = z.object({ count: z.number() });
  const Row = z.object({ value: z.string() });

  it.each(DERIVED_FIELDS)('equal the field %s that the validation reads from the details', async (name) => {
    await clickhouse.run(
      'CREATE TABLE IF NOT EXISTS texts (number UInt32, details String) ENGINE = MergeTree ORDER BY number',
    );
    await clickhouse.run('TRUNCATE TABLE texts');
    await clickhouse.insert(
      'texts',
      all.map((details, number) => ({ number, details })),
    );
    const sql = `SELECT ${derivedSql(name)} AS value FROM texts ORDER BY number`;
    expect((await clickhouse.rows(Row, { sql })).map((row) => row.value)).toEqual(expected(name));
  });

  it('exist after the upgrade, before and after their columns are materialized', async () => {
    const rows = all.map((details, number) => ({ id: String(number), kafka_offset: number, details }));
    // Changes the tables to the state of the previous version.
    await clickhouse.run('ALTER TABLE integration_events DROP INDEX environment, DROP COLUMN environment');
    await clickhouse.run('TRUNCATE TABLE migrations');
    await clickhouse.insert('migrations', [{ id: 10, name: 'of the version before' }]);
    await clickhouse.insert('integration_events', rows);
    await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
    const sql = 'SELECT environment AS value FROM integration_events ORDER BY kafka_offset';
    const read = async () => (await clickhouse.rows(Row, { sql })).map((row) => row.value);
    expect(await read()).toEqual(expected('environment'));
    const undone = {
      sql: 'SELECT count() AS count FROM system.mutations WHERE database = currentDatabase() AND NOT is_done',
    };
    await eventually(async () => (await clickhouse.rows(Count, undone))[0]?.count === 0, 30_000);
    expect(await read()).toEqual(expected('environment'));
    const written = `SELECT count() AS count FROM system.parts_columns
      WHERE database = currentDatabase() AND table = 'integration_events' AND active AND column = 'environment'`;
    expect((await clickhouse.rows(Count, { sql: written }))[0]?.count).toBeGreaterThan(0);
  });
});
