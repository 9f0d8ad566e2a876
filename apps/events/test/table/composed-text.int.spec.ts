import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fold } from '@portico/contracts/common/fold';
import { engines, eventually } from '@portico/testkit';
import fc from 'fast-check';
import { z } from 'zod';
import { derivedOf } from '../../src/judge/derived.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { resolveFilter } from '../../src/table/filter/resolve.ts';
import { toCondition } from '../../src/table/filter/sql.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { detailsTerms } from '../../src/text/detail-terms.ts';
import { foldSql, searchText } from '../../src/text/search-text.ts';
import { storeEvents } from '../../src/table/write-rows.ts';
import { anyEvent, directoryOfFilters } from '../support/any-event.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

const Count = z.object({ count: z.number() });
const open = async (name: string): Promise<ClickHouse> => {
  const url = new URL(engines().CLICKHOUSE_URL);
  url.pathname = `/${name}_${randomUUID().slice(0, 8)}`;
  const clickhouse = new ClickHouse(url.href);
  await migrate(clickhouse);
  return clickhouse;
};

describe("ClickHouse's folded text", () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    clickhouse = await open('folding');
    await clickhouse.run('CREATE TABLE texts (text LowCardinality(String)) ENGINE = MergeTree ORDER BY text');
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const expectSame = async (texts: readonly string[]): Promise<void> => {
    await clickhouse.run('TRUNCATE TABLE texts');
    await clickhouse.insert(
      'texts',
      texts.map((text) => ({ text })),
    );
    const rows = await clickhouse.rows(z.object({ text: z.string(), folded: z.string() }), {
      sql: `SELECT text, ${foldSql('text')} AS folded FROM texts`,
    });
    expect(rows).toHaveLength(texts.length);
    expect(rows.filter(({ text, folded }) => folded !== fold(text))).toEqual([]);
  };

  it("equals the service's folded text for every letter of Unicode", async () => {
    const points = Array.from({ length: 0x110000 }, (_, point) => point);
    const letters = points
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => /[\p{L}\p{M}\p{N}\p{S}]/u.test(letter) && !/\p{Unified_Ideograph}/u.test(letter));
    expect(letters.length).toBeGreaterThan(40_000);
    await expectSame(letters);
  }, 60_000);

  it('is equal for every normalization form of a text', async () => {
    const letter = fc.constantFrom(
      ...'e é ß ẞ ς σ Σ İ i ı I \u212a \u212b Å ﬃ ǰ ΐ ᾳ ᾴ α ά ᾼ 가 각 ऩ x \u0301 \u0307 \u0323 \u0345 \u093c'.split(
        ' ',
      ),
    );
    const text = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''));
    const texts = [...new Set(fc.sample(text, 5_000))];
    for (const one of texts)
      expect([fold(one.normalize('NFC')), fold(one.normalize('NFD'))]).toEqual([fold(one), fold(one)]);
    await expectSame(texts);
  }, 60_000);
});

describe('events stored by the previous version', () => {
  const events = fc.sample(anyEvent, { numRuns: 300, seed: 7 });
  const detailsOf = (event: (typeof events)[number]): string => JSON.stringify(event.details);
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    clickhouse = await open('composed');
    const rows = events.map((event, offset) =>
      acceptedEvent(event, { partition: 0, offset }, { publishedAt: 0, derived: derivedOf({}, event.details) }),
    );
    await storeEvents(clickhouse, rows, { after: { number: 0, storedAt: Date.now() }, token: 'events' });
    // Decomposes all letters, because the previous version did not normalize letters.
    await clickhouse.run(`ALTER TABLE integration_events
      UPDATE search_text = normalizeUTF8NFD(search_text), detail_terms = arrayMap(term -> normalizeUTF8NFD(term), detail_terms)
      WHERE true SETTINGS mutations_sync = 1`);
    await clickhouse.run('TRUNCATE TABLE migrations');
    await clickhouse.insert('migrations', [{ id: 9, name: 'before' }]);
    await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
    const undone = {
      sql: 'SELECT count() AS count FROM system.mutations WHERE database = currentDatabase() AND NOT is_done',
    };
    await eventually(async () => (await clickhouse.rows(Count, undone))[0]?.count === 0, 30_000);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  it('are found by the composed and the decomposed form, with unchanged details', async () => {
    const Row = z.object({
      kafka_offset: z.number(),
      search_text: z.string(),
      detail_terms: z.array(z.string()),
      details: z.string(),
    });
    const rows = await clickhouse.rows(Row, {
      sql: 'SELECT kafka_offset, search_text, detail_terms, details FROM integration_events ORDER BY kafka_offset',
    });
    expect(rows).toHaveLength(events.length);
    for (const { kafka_offset, search_text, detail_terms, details } of rows) {
      const event = events[kafka_offset] ?? events[0]!;
      expect(search_text).toBe(searchText(event));
      expect(detail_terms.toSorted()).toEqual(detailsTerms(event.details).toSorted());
      expect(details).toBe(detailsOf(event));
    }
    const found = async (query: string): Promise<number | undefined> => {
      const { where, params } = toCondition(resolveFilter({ query }, 'every', directoryOfFilters()));
      const sql = `SELECT count() AS count FROM integration_events WHERE ${where}`;
      return (await clickhouse.rows(Count, { sql, params }))[0]?.count;
    };
    expect(await found('\u00e9')).toBeGreaterThan(10);
    expect(await found('e\u0301')).toBe(await found('\u00e9'));
  });
});
