import { type DatabaseConfig, type DatabaseOptions, openDatabase, pendingMigrations } from '@portico/postgres';
import type { TableConfig } from '../config.ts';
import { clickhouseOf, tablesSchema } from '../table/prepare.ts';
import { deploymentOf } from '../table/schema/deployment.ts';
import { leftTables, moveRows } from './moved-rows.ts';

/** The schema of the ClickHouse tables and of the PostgreSQL database, for the command `migrate`. */
export function eventsSchema(config: TableConfig & DatabaseConfig, options: DatabaseOptions) {
  const tables = tablesSchema(config);
  const inClickHouse = async <Value>(work: (clickhouse: ReturnType<typeof clickhouseOf>) => Promise<Value>) => {
    const clickhouse = clickhouseOf(config, 2);
    return work(clickhouse).finally(() => clickhouse.close());
  };
  const pending = async (): Promise<string[]> => {
    const [ofTables, ofDatabase] = await Promise.all([tables.pending(), pendingMigrations(options)]);
    const left = ofTables.includes('all of them') ? [] : await inClickHouse(leftTables);
    return [...ofTables, ...ofDatabase, ...(left.length > 0 ? ['runs moved from ClickHouse'] : [])];
  };
  return {
    name: options.name,
    pending,
    migrate: async (): Promise<string[]> => {
      const steps = await pending();
      await tables.migrate();
      const orm = await openDatabase({ ...options, config: { ...config, MIGRATE_AT_START: true } });
      await inClickHouse((clickhouse) => moveRows(clickhouse, orm.em, deploymentOf(config))).finally(() =>
        orm.close(true),
      );
      return steps;
    },
  };
}
