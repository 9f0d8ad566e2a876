import { type AnyEntity, type EntityClass, MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { type DatabaseConfig, databaseUrl } from './config.ts';
import { InboxMessage } from './inbox.entity.ts';
import { MessagesMigration, RelayLeaseMigration } from './messages.migration.ts';
import { OutboxMessage } from './outbox.entity.ts';
import { RelayLease } from './relay-lease.entity.ts';

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
  const client = new Client({ connectionString: databaseUrl(config, 'postgres') });
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
  const orm = await MikroORM.init({
    clientUrl: databaseUrl(config, name),
    entities: [OutboxMessage, RelayLease, InboxMessage, ...entities],
    extensions: [Migrator],
    namingStrategy: UnderscoreNamingStrategy,
    migrations: {
      migrationsList: [MessagesMigration, RelayLeaseMigration, ...migrations],
      snapshot: false,
      transactional: true,
      silent: true,
    },
    forceUtcTimezone: true,
    pool: { min: 1, max: 10 },
  });
  await migrate(orm);
  return orm;
}

/** Key of the lock under which a service's database is migrated: two processes that start at once would both do it. */
const MIGRATION_LOCK = 7_166_002;

async function migrate(orm: MikroORM): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await orm.migrator.up();
  });
}
