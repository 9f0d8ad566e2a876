import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { crash, Loop } from '@portico/service';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { Schema } from '../../table/clickhouse.module.ts';
import { readOthersUsage, writeUsage } from '../../table/door-usage.ts';
import { type Counted, DAY, MINUTE, Usage } from './usage.ts';

/** Milliseconds between two exchanges: for so long another process may let through what is used up already. */
const INTERVAL = 2_000;
/** So long after the start requests wait for the first reading, in milliseconds: publishing does not depend on ClickHouse. */
const PATIENCE = 5_000;

/**
 * Writes what this process counted to ClickHouse every few seconds, and reads what the others did: processes of now and of
 * before, so that a restart does not forget the day. While ClickHouse does not answer, each counts on by itself.
 */
@Injectable()
export class UsageExchange implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UsageExchange.name);
  private readonly process = randomUUID();
  private readonly loop = new Loop({ name: 'usage of the doors', next: () => this.exchange(), pause: INTERVAL });
  private readonly first = Promise.withResolvers<void>();
  /** Resolves when the day's usage was read once, or {@link PATIENCE} after the start. */
  readonly known: Promise<void>;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly usage: Usage,
  ) {
    this.known = Promise.race([this.first.promise, sleep(PATIENCE, undefined, { ref: false })]);
  }

  onApplicationBootstrap(): void {
    void this.schema.migrated.then(() => this.loop.start(), crash);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    if (this.schema.isMigrated) await this.write().catch((error: unknown) => this.warn(error));
  }

  private async exchange(): Promise<false> {
    await this.write();
    await this.read();
    return false;
  }

  private async write(): Promise<void> {
    const now = Date.now();
    const changed = this.usage.changed(now);
    if (changed.length === 0) return;
    const rows = changed.map((counted) => this.toRow(counted, now));
    await writeUsage(this.clickhouse, rows).catch((error: unknown) => {
      this.usage.unwritten(changed);
      throw error;
    });
  }

  private async read(): Promise<void> {
    const now = Date.now();
    const minute = (Math.floor(now / MINUTE) * MINUTE) / 1_000;
    const { process } = this;
    this.usage.learn(await readOthersUsage(this.clickhouse, { day: dayOf(now), minute, process }), now);
    this.first.resolve();
  }

  private toRow({ integration, day, minute, events, bytes }: Counted, now: number) {
    return {
      day: dayOf(day * DAY),
      integration_id: integration,
      process: this.process,
      bytes,
      minute: (minute * MINUTE) / 1_000,
      events,
      version: now,
    };
  }

  private warn(error: unknown): void {
    this.logger.warn({ error: String(error) }, 'exchanging the usage of the doors failed, retrying');
  }
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
