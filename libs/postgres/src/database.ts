import { type AnyEntity, type EntityClass, MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { DatabaseConfig } from './config.ts';
import { connectionOptions } from './connection.ts';

export type DatabaseOptions = {
  /** The service's name, and its database's. */
  name: string;
  config: DatabaseConfig;
  entities: EntityClass<AnyEntity>[];
  /** In the order in which they run; each has a `name` of its own that never changes. */
  migrations: (new (...parameters: ConstructorParameters<typeof Migration>) => Migration)[];
};

/** SQLSTATE of `create database` when another process was faster. */
const ALREADY_THERE = new Set(['42P04', '23505']);

async function createDatabaseWhenAbsent(config: DatabaseConfig, database: string): Promise<void> {
  const client = new Client(connectionOptions(config, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ALREADY_THERE.has(String(error.code)))) throw error;
  } finally {
    await client.end();
  }
}

/** Opens a service's own database, made and migrated to the newest schema first. Rejects when the server is not there. */
export async function openDatabase({ name, config, entities, migrations }: DatabaseOptions): Promise<MikroORM> {
  await createDatabaseWhenAbsent(config, name);
  const { host, port, user, password, database, ...driverOptions } = connectionOptions(config, name);
  const orm = await MikroORM.init({
    host,
    port,
    user,
    password,
    dbName: database,
    driverOptions,
    entities,
    extensions: [Migrator],
    namingStrategy: UnderscoreNamingStrategy,
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      transactional: true,
      silent: true,
    },
    forceUtcTimezone: true,
    pool: { min: 1, max: config.POSTGRES_POOL_SIZE },
  });
  await migrate(orm);
  return orm;
}

/** In one transaction, without the limits of a request. */
async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('set local statement_timeout = 0');
    await em.execute('set local lock_timeout = 0');
    await em.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.migration]);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
  });
}
