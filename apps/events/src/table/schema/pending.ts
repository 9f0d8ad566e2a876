import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { ruleOf } from './retention.ts';
import { UPGRADES } from './upgrades.ts';

/**
 * Names of the steps that `migrate` and `keepFor` would run. Changes nothing.
 * @param clickhouse - connected to any database of the server.
 */
export async function pendingSteps(clickhouse: ClickHouse, database: string, days: number): Promise<string[]> {
  const tables = await clickhouse.rows(z.object({ name: z.string(), engine: z.string() }), {
    sql: `SELECT name, engine_full AS engine FROM system.tables
          WHERE database = {database:String} AND name IN ('migrations', 'integration_events')`,
    params: { database },
  });
  const engineOf = (table: string): string | undefined => tables.find(({ name }) => name === table)?.engine;
  if (engineOf('migrations') === undefined) return ['all of them'];
  const rows = await clickhouse.rowsForSure(z.object({ id: z.number() }), {
    sql: `SELECT DISTINCT id FROM ${database}.migrations`,
  });
  if (rows.length === 0) return ['all of them'];
  const newest = Math.max(...rows.map(({ id }) => id));
  const upgrades = UPGRADES.filter(({ id }) => id > newest).map(({ name }) => name);
  const isKept = engineOf('integration_events')?.includes(ruleOf(days));
  return [...upgrades, ...(isKept ? [] : [`integration_events kept for ${days} days`])];
}
