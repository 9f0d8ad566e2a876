import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { RejectedTally } from '@portico/contracts/live';
import { crash, Unavailable } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { rejectedTallyStatement, StoredTally } from './rejected-tally.query.ts';

/** Milliseconds between two looks, and how much longer than a look took it rests. */
const LOOK_EVERY = 1_000;
const REST = 10;

export type RejectedWatcher = { sendRejected: (tally: RejectedTally) => void };

/**
 * Counts what the inbox of rejected events holds while an administrator watches: one statement for all of them, however many
 * events are rejected. What is counted is stored, so that the list has it.
 */
@Injectable()
export class RejectedWatch implements OnApplicationShutdown {
  private readonly logger = new Logger(RejectedWatch.name);
  private readonly ending = new AbortController();
  private readonly watchers = new Set<RejectedWatcher>();
  private isLooking = false;
  private tally: RejectedTally | null = null;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
  ) {}

  onApplicationShutdown(): void {
    this.ending.abort(new Error('the service ends'));
  }

  join(watcher: RejectedWatcher): void {
    this.watchers.add(watcher);
    if (this.tally) watcher.sendRejected(this.tally);
    if (!this.isLooking) void this.lookWhileWatched().catch((error: unknown) => this.fail(error));
  }

  leave(watcher: RejectedWatcher): void {
    this.watchers.delete(watcher);
  }

  private async lookWhileWatched(): Promise<void> {
    this.isLooking = true;
    await this.schema.migrated;
    while (this.watchers.size > 0) {
      const began = performance.now();
      await this.look();
      const pause = Math.max(LOOK_EVERY, REST * (performance.now() - began));
      await sleep(pause, undefined, { signal: this.ending.signal });
    }
    this.isLooking = false;
    this.tally = null;
  }

  private async look(): Promise<void> {
    const stored = await this.clickhouse.rows(StoredTally, rejectedTallyStatement).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
      this.logger.warn({ error: error.message }, 'counting rejected events failed, retrying');
      return [];
    });
    const [row] = stored;
    if (!row) return;
    const tally = { count: row.count, last_at: row.count === 0 ? null : columnToIso(row.last_at) };
    if (tally.count === this.tally?.count && tally.last_at === this.tally.last_at) return;
    this.tally = tally;
    for (const watcher of this.watchers) watcher.sendRejected(tally);
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('rejected events cannot be counted any more');
    crash(error);
  }
}
