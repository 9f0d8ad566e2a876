import { Client } from 'pg';
import type { AlertsStack } from './alerts.ts';

/** The default tables for {@link later}: tables with times that the policy reads. */
const TABLES = ['transitions', 'notices', 'deliveries', 'pending_notices', 'rules'] as const;
const MOMENTS = `select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name = any($1) order by 1, 2`;

type Moment = { table: string; column: string };

/** Connects to the database of alerts. */
export async function databaseOf({ own }: Pick<AlertsStack, 'own'>): Promise<Client> {
  const url = new URL(own.environment.POSTGRES_URL);
  url.pathname = '/alerts';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

/**
 * Simulates that time passes: moves all times in the tables into the past. The service keeps running. On a deadlock, PostgreSQL aborts
 * the service's transaction, which the service retries. The lock on `channels` waits for running decisions: a decision that read the
 * old times must not write its result afterwards.
 */
export async function later(database: Client, milliseconds: number, tables: readonly string[] = TABLES): Promise<void> {
  const { rows } = await database.query<Moment>(MOMENTS, [tables]);
  const moments = Map.groupBy(rows, ({ table }) => table);
  await database.query('begin');
  await database.query(`set local deadlock_timeout = '60s'`);
  for (const table of ['channels', ...tables]) await database.query(`lock table ${table} in exclusive mode`);
  for (const [table, columns] of moments) {
    const set = columns.map(({ column }) => `${column} = ${column} - make_interval(secs => $1)`);
    await database.query(`update ${table} set ${set.join(', ')}`, [milliseconds / 1_000]);
  }
  await database.query('commit');
}
