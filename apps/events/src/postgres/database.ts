import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type DatabaseOptions, ofPostgres, openDatabase } from '@portico/postgres';
import { classifyErrors, CONFIG, Dependencies, Unavailable } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { Pools, Schema } from '../table/clickhouse.module.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { deploymentOf } from '../table/schema/deployment.ts';
import { leftTables, moveRows } from './moved-rows.ts';

/**
 * The service's PostgreSQL database, opened and migrated as soon as PostgreSQL responds. The process starts and works without
 * PostgreSQL: it counts used quotas in memory, and requests about redrive runs get a 503.
 */
export class Database implements OnApplicationShutdown {
  /** Resolves when the database is usable. Rejects if a defect prevents opening the database. */
  readonly ready: Promise<void>;
  private readonly ending = new AbortController();
  private orm: MikroORM | null = null;

  constructor(
    private readonly options: DatabaseOptions,
    private readonly pools: Pools,
    private readonly config: EventsConfig,
    schema: Schema,
    dependencies: Dependencies,
  ) {
    classifyErrors(ofPostgres);
    dependencies.add('postgres', async () => this.em().execute('select 1'));
    const { signal } = this.ending;
    this.ready = schema.migrated
      .then(() => untilItWorks('opening the database', () => this.open(), signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  /** @throws Unavailable until the database is ready. */
  em(): EntityManager {
    if (!this.orm) throw new Unavailable('the database is not open yet');
    return this.orm.em.fork();
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.orm?.close(true);
  }

  private async open(): Promise<void> {
    const orm = await openDatabase(this.options);
    try {
      await this.takeOver(orm);
      this.orm = orm;
    } finally {
      if (!this.orm) await orm.close(true);
    }
  }

  private async takeOver({ em }: MikroORM): Promise<void> {
    const clickhouse = this.pools.of('schema');
    if (this.config.MIGRATE_AT_START) return moveRows(clickhouse, em, deploymentOf(this.config));
    if ((await leftTables(clickhouse)).length > 0)
      throw new Error('correction runs are still in ClickHouse and MIGRATE_AT_START is off: run the command migrate');
  }
}

@Global()
@Module({})
export class PostgresModule {
  static with(options: DatabaseOptions): DynamicModule {
    return {
      module: PostgresModule,
      providers: [
        {
          provide: Database,
          inject: [Pools, CONFIG, Schema, Dependencies],
          useFactory: (...injected: [Pools, EventsConfig, Schema, Dependencies]) => new Database(options, ...injected),
        },
      ],
      exports: [Database],
    };
  }
}
