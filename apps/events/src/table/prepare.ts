import type { TableConfig } from '../config.ts';
import { ClickHouse } from './clickhouse/clickhouse.ts';
import { deploymentOf, writeSettings } from './schema/deployment.ts';
import { migrate } from './schema/migrate.ts';
import { keepFor, ruleOf } from './schema/retention.ts';
import { z } from 'zod';
import { UPGRADES } from './schema/upgrades.ts';

/**
 * Returns the names of the migration steps that `migrate` and `keepFor` would run. Changes nothing.
 * @param clickhouse - connected to any database of the server.
 */
async function pendingSteps(clickhouse: ClickHouse, database: string, days: number): Promise<string[]> {
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

/** Creates a client with the settings of the environment. */
export const clickhouseOf = (config: TableConfig, connections?: number, url = config.CLICKHOUSE_URL): ClickHouse =>
  new ClickHouse(url, connections, writeSettings(deploymentOf(config)), config.CLICKHOUSE_CA_FILE);

/** Returns the names of pending migration steps. Connects to the default database, because the configured database may be missing. */
async function pendingOf(config: TableConfig): Promise<string[]> {
  const url = new URL(config.CLICKHOUSE_URL);
  const database = url.pathname.slice(1);
  url.pathname = '/default';
  const clickhouse = clickhouseOf(config, 1, url.href);
  try {
    return await pendingSteps(clickhouse, database, config.EVENTS_RETENTION_DAYS);
  } finally {
    await clickhouse.close();
  }
}

async function migrateTables(clickhouse: ClickHouse, config: TableConfig): Promise<void> {
  const deployment = deploymentOf(config);
  await migrate(clickhouse, deployment);
  await keepFor(clickhouse, config.EVENTS_RETENTION_DAYS, deployment);
}

/**
 * Prepares the tables for a process.
 * @throws Error if migration steps are pending that the process must not run.
 */
export async function prepareTables(clickhouse: ClickHouse, config: TableConfig): Promise<void> {
  if (config.MIGRATE_AT_START) return migrateTables(clickhouse, config);
  const pending = await pendingOf(config);
  if (pending.length > 0)
    throw new Error(
      `migrations of ClickHouse are pending (${pending.join(', ')}) and MIGRATE_AT_START is off: run the command migrate`,
    );
}

/** The tables of this service for the command `migrate`. */
export const tablesSchema = (config: TableConfig) => ({
  name: 'events',
  pending: () => pendingOf(config),
  migrate: async (): Promise<string[]> => {
    const pending = await pendingOf(config);
    const clickhouse = clickhouseOf(config, 2);
    try {
      await migrateTables(clickhouse, config);
    } finally {
      await clickhouse.close();
    }
    return pending;
  },
});
