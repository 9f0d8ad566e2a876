import { isDerived } from '@portico/contracts/query/fields';
import { z } from 'zod';
import type { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { COLUMNS } from '../../src/table/schema/columns.ts';
import { makeEarlierTables } from './earlier-tables.ts';

const MONTHS = 3;
/** SQL for a hash of the columns that the tables of both versions have. */
const HASH = `cityHash64(${COLUMNS.filter((column) => !/^(insert_|detail_terms|identity_hash)/.test(column) && !isDerived(column)).join(', ')})`;

/** SQL that inserts `rows` rows. Inserts are spread over three months; every second insert has two storage times. */
const insert = (number: number, rows: number, inserts: number, bytes: number): string => `
  INSERT INTO integration_events
  SELECT concat('event-', toString(n)), 1 + n % 7, 1 + n % 3, concat('type-', toString(n % 5)), concat('name-', toString(n % 11)),
    fromUnixTimestamp64Milli(toUnixTimestamp64Milli(stored_at) - n % 300000, 'UTC'),
    if(n % 4 = 0, 'FAILURE', 'SUCCESS'), if(n % 4 = 0, 'ERROR', 'INFO'), lower(hex(MD5(toString(n)))),
    concat('{"message":"Ünï ', repeat('paid ', intDiv(n % ${2 * bytes}, 5)), toString(n), '"}'),
    concat('NAME', char(31), 'PAID ', toString(n)), n % 6, n, n % 2,
    stored_at, stored_at
  FROM (
    SELECT number + ${number * rows} AS n,
      toDateTime64('2026-01-20 00:00:00.123', 3, 'UTC') + toIntervalMinute(${Math.floor((number * MONTHS * 30 * 1_440) / inserts)})
        + toIntervalMillisecond(${number % 2} * (number > ${rows / 2})) AS stored_at
    FROM numbers(${rows})
  )
  SETTINGS materialize_skip_indexes_on_insert = 0, max_execution_time = 0`;

/**
 * Fills the previous version's tables, and records their content.
 * @param bytes - average bytes of a message
 */
export async function fillEarlierTables(
  clickhouse: ClickHouse,
  { rows, inserts, bytes }: { rows: number; inserts: number; bytes: number },
): Promise<void> {
  await makeEarlierTables(clickhouse);
  for (let number = 0; number < inserts; number += 1)
    await clickhouse.run(insert(number, rows / inserts, inserts, bytes));
  await clickhouse.run(
    `CREATE TABLE earlier ENGINE = MergeTree ORDER BY hash AS SELECT ${HASH} AS hash FROM integration_events`,
  );
}

const Difference = z.object({ rows: z.number(), earlier: z.number(), lost: z.number(), unknown: z.number() });

/** Returns the numbers of rows before and after the upgrade, and of rows that were lost or changed. */
export async function differenceFromEarlier(clickhouse: ClickHouse): Promise<z.infer<typeof Difference>> {
  const now = `SELECT ${HASH} AS hash FROM integration_events`;
  const [difference] = await clickhouse.rows(Difference, {
    sql: `SELECT (SELECT count() FROM integration_events) AS rows, (SELECT count() FROM earlier) AS earlier,
      (SELECT count() FROM (SELECT hash FROM earlier EXCEPT ${now})) AS lost,
      (SELECT count() FROM (${now} EXCEPT SELECT hash FROM earlier)) AS unknown`,
  });
  return Difference.parse(difference);
}

const Name = z.object({ name: z.string() });

export async function tableNames(clickhouse: ClickHouse): Promise<string[]> {
  const sql = 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name';
  return (await clickhouse.rows(Name, { sql })).map(({ name }) => name);
}
