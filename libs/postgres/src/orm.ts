import { type AnyEntity, type EntityClass, MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import type { DatabaseConfig } from './config.ts';
import type { ConnectionOptions } from './connection.ts';
import { PooledClient } from './pooled.ts';
import { StorableDriver } from './storable.ts';

export type DatabaseOptions = {
  /** Name of the service and of its database. */
  name: string;
  config: DatabaseConfig;
  entities: EntityClass<AnyEntity>[];
  /** The migrations, in the order in which they run. Each migration has a unique `name` that never changes. */
  migrations: (new (...parameters: ConstructorParameters<typeof Migration>) => Migration)[];
};

export const ormOf = ({ config, entities, migrations }: DatabaseOptions, connection: ConnectionOptions) => {
  const { host, port, user, password, database, ...driverOptions } = connection;
  return MikroORM.init({
    driver: StorableDriver,
    host,
    port,
    user,
    password,
    dbName: database,
    driverOptions: { ...driverOptions, Client: PooledClient },
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
};
