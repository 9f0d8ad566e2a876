import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines, STARTING } from '@portico/testkit';
import { Client } from 'pg';
import { foldSql, matching, renewSearchText } from '../src/index.ts';

/** Returns the SQL and the parameters that MikroORM uses for the condition. */
const conditionOf = (text: string) => matching(text).$like as unknown as { sql: string; params: unknown[] };

describe('the search text of a list', () => {
  const client = new Client({ connectionString: `${engines().POSTGRES_URL}/postgres` });
  beforeAll(() => client.connect(), STARTING);
  afterAll(() => client.end());

  it('matches a text in any case and Unicode form', async () => {
    const pairs = [
      'Caf\u00e9 CAFE\u0301',
      'stra\u00dfe STRASSE',
      '\u039f\u0394\u039f\u03a3 \u03bf\u03b4\u03bf\u03c2',
      '\u10d0\u10d1 \u10d0\u10d1',
      '\u212a K',
      '100%\\_ 100%\\_',
    ];
    for (const pair of pairs) {
      const [stored, search = ''] = pair.split(' ');
      const { sql, params } = conditionOf(search);
      const statement = `select ${foldSql('$1::text')} like ${sql.replace('?', '$2')} as found`;
      const { rows } = await client.query(statement, [stored, ...params]);
      expect([pair, rows]).toEqual([pair, [{ found: true }]]);
    }
  });

  it('is rebuilt for existing rows, which then match any Unicode form of a letter', async () => {
    await client.query('create extension if not exists pg_trgm');
    await client.query(`create temporary table people (id int, name text, search_text text collate "C"
      generated always as (upper(lower(name collate "und-x-icu"))) stored)`);
    await client.query(`insert into people values (1, 'Caf\u00e9'), (2, 'Cafe\u0301'), (3, 'Cafe')`);
    const found = async (text: string): Promise<number[]> => {
      const { sql, params } = conditionOf(text);
      const statement = `select id from people where search_text like ${sql.replace('?', '$1')} order by id`;
      return (await client.query<{ id: number }>(statement, [...params])).rows.map(({ id }) => id);
    };
    expect(await found('caf\u00e9')).toEqual([1]);
    for (const statement of renewSearchText('people', 'name')) await client.query(statement);
    expect(await found('caf\u00e9')).toEqual([1, 2]);
    expect(await found('CAFE\u0301')).toEqual([1, 2]);
  });
});
