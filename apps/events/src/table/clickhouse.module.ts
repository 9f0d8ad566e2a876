import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Dependencies, Readiness, Unavailable } from '@portico/service';
import type { EventsConfig, TableConfig } from '../config.ts';
import { ClickHouse } from './clickhouse/clickhouse.ts';
import { clickhouseOf, prepareTables } from './prepare.ts';

/** Milliseconds between attempts while ClickHouse is unreachable. */
const RETRY_PAUSE = 500;

/** Maximum connections by purpose. admission.ts keeps the statements of `callers` and `exports` below these numbers. */
const CONNECTIONS = { schema: 2, ingest: 4, live: 4, callers: 16, exports: 2, redrives: 2 } as const;
type Purpose = keyof typeof CONNECTIONS;

/**
 * One ClickHouse client per purpose, so that callers cannot use up the connections for storing or live rows, and exports cannot use up
 * the connections for lists. Clients are created on first use.
 */
export class Pools {
  private readonly made = new Map<Purpose, ClickHouse>();

  constructor(private readonly config: TableConfig) {}

  of(purpose: Purpose): ClickHouse {
    const pool = this.made.get(purpose) ?? clickhouseOf(this.config, CONNECTIONS[purpose]);
    this.made.set(purpose, pool);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.made.values()].map((pool) => pool.close()));
  }
}

/** A provider that gives a module the client for this purpose, instead of the callers' client. */
export const ownPool = (purpose: Purpose) => ({
  provide: ClickHouse,
  inject: [Pools],
  useFactory: (pools: Pools): ClickHouse => pools.of(purpose),
});

/**
 * Migrates the schema as soon as ClickHouse responds. The service starts without waiting: live rows need no history, and code that
 * needs the tables waits for `migrated`.
 */
@Injectable()
export class Schema implements OnApplicationShutdown {
  readonly migrated: Promise<void>;
  private readonly logger = new Logger(Schema.name);
  private isEnding = false;
  private isDone = false;

  constructor(
    private readonly pools: Pools,
    @Inject(CONFIG) private readonly config: EventsConfig,
    readiness: Readiness,
    dependencies: Dependencies,
  ) {
    this.migrated = this.migrateWhenReachable();
    readiness.add('tables', () => this.isDone, 'the tables are still being created');
    dependencies.add('clickhouse', () => pools.of('schema').ping());
  }

  get isMigrated(): boolean {
    return this.isDone;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await this.pools.close();
  }

  /**
   * @throws if a migration's statement is wrong, or a migration is pending that this process must not run. No part of the service
   * works without the tables.
   */
  private async migrateWhenReachable(): Promise<void> {
    while (!this.isEnding) {
      try {
        await prepareTables(this.pools.of('schema'), this.config);
        this.isDone = true;
        return;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        this.logger.warn({ error: error.message }, 'ClickHouse migrations failed, ClickHouse is unavailable, retrying');
        await sleep(RETRY_PAUSE);
      }
    }
  }
}

@Global()
@Module({
  providers: [
    ownPool('callers'),
    {
      provide: Pools,
      inject: [CONFIG],
      useFactory: (config: EventsConfig) => new Pools(config),
    },
    Schema,
  ],
  exports: [ClickHouse, Pools, Schema],
})
export class ClickHouseModule {}
