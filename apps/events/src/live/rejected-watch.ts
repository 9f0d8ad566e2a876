import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { RejectedTally } from '@portico/contracts/live';
import { type Caller, crash, Problem, Unavailable } from '@portico/service';
import { Directory, type Scope } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { rejectedTallyStatement, StoredTally, Tallies } from './rejected-tally.query.ts';

/** Milliseconds between two looks, and how much longer than a look took it rests. */
const LOOK_EVERY = 1_000;
const REST = 10;

export type RejectedWatcher = { readonly caller: Caller; sendRejected: (tally: RejectedTally) => void };

const isNothing = (scope: Scope): boolean =>
  scope !== 'every' && scope.organizations.size === 0 && scope.integrations.size === 0;

/**
 * Counts what the inbox of rejected events holds while somebody watches who may correct them: one statement for all of them,
 * however many events are rejected, and to each the numbers of what he may correct. What is counted is stored, so that the
 * list has it.
 */
@Injectable()
export class RejectedWatch implements OnApplicationShutdown {
  private readonly logger = new Logger(RejectedWatch.name);
  private readonly ending = new AbortController();
  /** With what each was sent last. */
  private readonly watchers = new Map<RejectedWatcher, RejectedTally | null>();
  private isLooking = false;
  private tallies: Tallies | null = null;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
  ) {}

  onApplicationShutdown(): void {
    this.ending.abort(new Error('the service ends'));
  }

  /** @throws Problem `forbidden` for who may correct nothing */
  join(watcher: RejectedWatcher): void {
    if (isNothing(this.directory.correctionScopeOf(watcher.caller))) throw Problem.forbidden();
    this.watchers.set(watcher, null);
    this.send(watcher);
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
    this.tallies = null;
  }

  private async look(): Promise<void> {
    const stored = await this.clickhouse.rows(StoredTally, rejectedTallyStatement).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
      this.logger.warn({ error: error.message }, 'counting rejected events failed, retrying');
      return null;
    });
    if (!stored) return;
    this.tallies = new Tallies(stored);
    for (const watcher of this.watchers.keys()) this.send(watcher);
  }

  /** Nothing that was sent already. Who may correct nothing any more is sent nothing any more. */
  private send(watcher: RejectedWatcher): void {
    const scope = this.directory.correctionScopeOf(watcher.caller);
    if (isNothing(scope)) return this.leave(watcher);
    const tally = this.tallies?.in(scope);
    const sent = this.watchers.get(watcher);
    if (!tally || (tally.count === sent?.count && tally.last_at === sent.last_at)) return;
    this.watchers.set(watcher, tally);
    watcher.sendRejected(tally);
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('rejected events cannot be counted any more');
    crash(error);
  }
}
