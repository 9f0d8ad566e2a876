import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Migration, MIGRATIONS } from './migrations.ts';

const appliedTable = `
  CREATE TABLE IF NOT EXISTS migrations (id UInt32, name String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = MergeTree ORDER BY id`;

/**
 * Brings the schema up to date. Two processes may do it at once: each statement may be repeated, and a step that is noted
 * twice is the same as once. A step is noted after it is done, so one that was cut short is done again.
 */
export async function migrate(clickhouse: ClickHouse, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  await clickhouse.createDatabase();
  await clickhouse.run(appliedTable);
  const rows = await clickhouse.rows(z.object({ id: z.number() }), { sql: 'SELECT DISTINCT id FROM migrations' });
  const applied = new Set(rows.map(({ id }) => id));
  for (const { id, name, statements } of migrations) {
    if (applied.has(id)) continue;
    for (const statement of statements) await clickhouse.run(statement);
    await clickhouse.insert('migrations', [{ id, name }]);
  }
}
