import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Dependencies, Readiness, Unavailable } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { ClickHouse } from './clickhouse/clickhouse.ts';
import { migrate } from './schema/migrate.ts';
import { keepFor } from './schema/retention.ts';

/** Pause between tries while ClickHouse cannot be reached, in milliseconds. */
const RETRY_PAUSE = 500;

/** Connections of the callers' questions, which admission.ts keeps below it. */
const FOR_CALLERS = 16;
const FOR_INGEST = 4;
const FOR_LIVE = 4;

/** Connections of their own for what no caller may hold up: storing, and finding where live rows continue. */
export class Pools {
  readonly ingest: ClickHouse;
  readonly live: ClickHouse;

  constructor(url: string) {
    this.ingest = new ClickHouse(url, FOR_INGEST);
    this.live = new ClickHouse(url, FOR_LIVE);
  }
}

/** In a module, in place of the callers' connections. */
export const ownPool = (name: keyof Pools) => ({
  provide: ClickHouse,
  inject: [Pools],
  useFactory: (pools: Pools): ClickHouse => pools[name],
});

/**
 * Brings the schema up to date as soon as ClickHouse answers. The service starts without waiting for it: live rows need
 * no history, and code that needs the tables waits for `migrated`.
 */
@Injectable()
export class Schema implements OnApplicationShutdown {
  readonly migrated: Promise<void>;
  private readonly logger = new Logger(Schema.name);
  private isEnding = false;
  private isDone = false;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly pools: Pools,
    @Inject(CONFIG) private readonly config: EventsConfig,
    readiness: Readiness,
    dependencies: Dependencies,
  ) {
    this.migrated = this.migrateWhenReachable();
    readiness.add('tables', () => this.isDone, 'the tables are still being created');
    dependencies.add('clickhouse', () => pools.ingest.ping());
  }

  get isMigrated(): boolean {
    return this.isDone;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await Promise.all([this.clickhouse.close(), this.pools.ingest.close(), this.pools.live.close()]);
  }

  /** @throws when a statement of a migration is wrong; no part of the service works without the tables. */
  private async migrateWhenReachable(): Promise<void> {
    while (!this.isEnding) {
      try {
        await migrate(this.clickhouse);
        await keepFor(this.clickhouse, this.config.EVENTS_RETENTION_DAYS);
        this.isDone = true;
        return;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        this.logger.warn({ error: error.message }, 'migrations failed, ClickHouse is unavailable, retrying');
        await sleep(RETRY_PAUSE);
      }
    }
  }
}

@Global()
@Module({
  providers: [
    {
      provide: ClickHouse,
      inject: [CONFIG],
      useFactory: (config: EventsConfig) => new ClickHouse(config.CLICKHOUSE_URL, FOR_CALLERS),
    },
    {
      provide: Pools,
      inject: [CONFIG],
      useFactory: (config: EventsConfig) => new Pools(config.CLICKHOUSE_URL),
    },
    Schema,
  ],
  exports: [ClickHouse, Pools, Schema],
})
export class ClickHouseModule {}
