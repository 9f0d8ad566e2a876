import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { RejectedTally } from '@portico/contracts/live';
import { type Caller, Loop, Problem } from '@portico/service';
import { Directory, type Scope } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { rejectedTallyStatement, StoredTally, Tallies } from './rejected-tally.query.ts';

const POLL_MS = 1_000;
/** Minimum pause after a count, as a multiple of its duration. */
const REST_FACTOR = 10;

type RejectedWatcher = { readonly caller: Caller; sendRejected: (tally: RejectedTally) => void };

const isNothing = (scope: Scope): boolean =>
  scope !== 'every' && scope.organizations.size === 0 && scope.integrations.size === 0;

/**
 * Counts the rejected events that connected viewers may correct, with one statement for all viewers. Counts only stored events, so that
 * the list contains all counted events.
 */
@Injectable()
export class RejectedWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop({ name: 'counting rejected events', next: () => this.count(), pause: POLL_MS });
  /** The viewers, with the tally last sent to each viewer. */
  private readonly watchers = new Map<RejectedWatcher, RejectedTally | null>();
  private tallies: Tallies | null = null;
  private restsUntil = 0;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @throws Problem `forbidden` for a viewer who may not correct any event. */
  join(watcher: RejectedWatcher): void {
    if (isNothing(this.directory.correctionScopeOf(watcher.caller))) throw Problem.forbidden();
    this.watchers.set(watcher, null);
    this.send(watcher);
    this.loop.wake();
  }

  leave(watcher: RejectedWatcher): void {
    this.watchers.delete(watcher);
  }

  private async count(): Promise<false> {
    if (this.watchers.size === 0) this.tallies = null;
    const began = performance.now();
    if (this.watchers.size === 0 || !this.schema.isMigrated || began < this.restsUntil) return false;
    try {
      this.tallies = new Tallies(await this.clickhouse.rows(StoredTally, rejectedTallyStatement));
    } finally {
      this.restsUntil = performance.now() + REST_FACTOR * (performance.now() - began);
    }
    for (const watcher of this.watchers.keys()) this.send(watcher);
    return false;
  }

  /** Sends a viewer its tally if it has changed. Removes a viewer who may no longer correct any event. */
  private send(watcher: RejectedWatcher): void {
    const scope = this.directory.correctionScopeOf(watcher.caller);
    if (isNothing(scope)) return this.leave(watcher);
    const tally = this.tallies?.in(scope);
    const sent = this.watchers.get(watcher);
    if (!tally || (tally.count === sent?.count && tally.last_at === sent.last_at)) return;
    this.watchers.set(watcher, tally);
    watcher.sendRejected(tally);
  }
}
