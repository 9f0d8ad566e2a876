import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { DatabaseConfig } from './config.ts';
import { connectionOptions, directOptions } from './connection.ts';
import { type DatabaseOptions, ormOf } from './orm.ts';

/** SQLSTATEs of `create database` if another process has just created the database. */
const ALREADY_THERE = new Set(['42P04', '23505']);
/** SQLSTATEs. */
const NO_DATABASE = '3D000';
const DEADLOCK = '40P01';
const MAX_DEADLOCK_RETRIES = 20;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function createDatabaseWhenAbsent(config: DatabaseConfig, database: string): Promise<void> {
  const client = new Client(directOptions(config, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!ALREADY_THERE.has(codeOf(error))) throw error;
  } finally {
    await client.end();
  }
}

/** Runs `work` under the migration lock, in one process at a time per database. The lock's connection bypasses any pooler. */
async function alone<T>({ config, name }: DatabaseOptions, work: () => Promise<T>): Promise<T> {
  const client = new Client(directOptions(config, name));
  await client.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Runs several migrations in one transaction, without timeouts. Returns their names. */
const upTogether = (orm: MikroORM, migrations: string[]): Promise<string[]> =>
  orm.em.fork().transactional(async (em) => {
    await em.execute('set local statement_timeout = 0');
    await em.execute('set local lock_timeout = 0');
    const ran = await orm.migrator.up({ migrations, transaction: em.getTransactionContext() });
    return ran.map(({ name }) => name);
  });

/**
 * Runs each migration in its own transaction, so that it locks only few tables at once. Processes of the previous version still use
 * these tables. Retries a migration after a deadlock with such a process. Returns the names of the migrations.
 */
const up = (orm: MikroORM, options: DatabaseOptions): Promise<string[]> =>
  alone(options, async () => {
    const pending = (await orm.migrator.getPending()).map(({ name }) => name);
    // No other process uses a new database, so one transaction may lock all tables.
    if (pending.length === options.migrations.length) return upTogether(orm, pending);
    const ran: string[] = [];
    for (const name of pending) ran.push(...(await whileDeadlocked(() => upTogether(orm, [name]))));
    return ran;
  });

async function whileDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let left = MAX_DEADLOCK_RETRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || codeOf(error) !== DEADLOCK) throw error;
    }
  }
}

async function onDirectConnections<T>(options: DatabaseOptions, use: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await ormOf(options, directOptions(options.config, options.name));
  try {
    return await use(orm);
  } finally {
    await orm.close(true);
  }
}

/** Creates the database if it is missing, and migrates it. Returns the names of the migrations that ran. */
export async function migrateDatabase(options: DatabaseOptions): Promise<string[]> {
  await createDatabaseWhenAbsent(options.config, options.name);
  return onDirectConnections(options, (orm) => up(orm, options));
}

/** Does not change the database. */
export async function pendingMigrations(options: DatabaseOptions): Promise<string[]> {
  const client = new Client(directOptions(options.config, options.name));
  try {
    await client.connect();
    const { rows } = await client.query<{ marks: string | null }>(
      "select to_regclass('mikro_orm_migrations') as marks",
    );
    if (!rows[0]?.marks) return ['all of them'];
  } catch (error) {
    if (codeOf(error) === NO_DATABASE) return [`the database itself`];
    throw error;
  } finally {
    await client.end();
  }
  return onDirectConnections(options, async (orm) => (await orm.migrator.getPending()).map(({ name }) => name));
}

/**
 * Opens a service's database after creating and migrating it. Rejects if the server is unavailable, or if a migration is pending while
 * MIGRATE_AT_START is off.
 */
export async function openDatabase(options: DatabaseOptions): Promise<MikroORM> {
  const { config, name } = options;
  const connection = connectionOptions(config, name);
  if (!config.MIGRATE_AT_START) {
    const pending = await pendingMigrations(options);
    if (pending.length === 0) return ormOf(options, connection);
    throw new Error(
      `migrations of the database ${name} are pending (${pending.join(', ')}) and MIGRATE_AT_START is off: run the command migrate`,
    );
  }
  if (config.POSTGRES_DIRECT_URL !== undefined) {
    await migrateDatabase(options);
    return ormOf(options, connection);
  }
  await createDatabaseWhenAbsent(config, name);
  const orm = await ormOf(options, connection);
  await up(orm, options);
  return orm;
}
