import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { furthest, type Positions } from '@portico/contracts/events/position';
import type { LiveTally } from '@portico/contracts/live';
import { Problem } from '@portico/service';
import { ClickHouse, forSure } from '../table/clickhouse/clickhouse.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory } from '../directory/directory.ts';
import { mayChange } from '../judge/accept.ts';
import { type JudgedMessage, judge } from '../judge/judged-message.ts';
import { HistoryLag } from '../logs/history-lag.ts';
import { CountAfter, countAfterStatement } from './count-after.query.ts';
import { type ResolvedFilter, resolveFilter } from '../table/filter/resolve.ts';
import { withinLimits } from '../table/filter/within-limits.ts';
import { placesOf, StoredPosition, storedPlaces, storedPositionsStatement } from '../table/stored-positions.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Progress } from './audience.ts';
import { Backlog } from './backlog.ts';
import type { FeedStart } from './find-start.ts';
import { FrameScheduler } from './frame-scheduler.ts';
import { FeedDelay } from './feed-delay.ts';
import { countMissed, isCountable, lastRows, missedRows } from './missed-rows.ts';
import { ReplayBuffer } from './replay-buffer.ts';
import { GraceRetry } from './grace-retry.ts';
import type { SendToMany, Subscription } from './subscription.ts';

/**
 * Hands messages on to viewers without a gap. Nothing here waits, and that is why there is none: in one turn of the event
 * loop a message is put into the replay buffer, handed to every audience that wants it, and noted in the positions; in one turn a
 * subscription takes from the replay buffer what its cursor does not cover and joins its audience. So whatever arrived before that
 * turn came out of the replay buffer, and whatever arrives after it comes by itself.
 */
@Injectable()
export class LiveFeed implements OnApplicationShutdown {
  /** Resolves when it is known from where on everything is seen. */
  readonly started: Promise<void>;
  private readonly begun: () => void;
  private readonly positions = new Map<number, number>();
  private readonly graceRetry = new GraceRetry(
    () => this.follower.catchUp(),
    (messages) => this.decideAgain(messages),
    (judged) => this.drop(judged),
  );
  private readonly feedDelay = new FeedDelay();
  private readonly scheduler: FrameScheduler;
  private replay = new ReplayBuffer(new Map());
  /** One log has ended, and the next has not begun. */
  private isBetween = false;

  constructor(
    private readonly directory: Directory,
    private readonly clickhouse: ClickHouse,
    private readonly historyLag: HistoryLag,
    private readonly follower: DirectoryFollower,
  ) {
    ({ promise: this.started, resolve: this.begun } = Promise.withResolvers<void>());
    this.scheduler = new FrameScheduler(directory, () => this.progress());
  }

  get isWatched(): boolean {
    return this.scheduler.isWatched;
  }

  /** Whether so little arrives that each row is sent at once. */
  get isCalm(): boolean {
    return this.scheduler.isCalm;
  }

  /** How viewers are reached from now on. */
  sendWith(sendTo: SendToMany): void {
    this.scheduler.sendTo = sendTo;
  }

  /** From now on everything after `readUpTo` is received, in order. */
  begin({ listed, readUpTo, ids }: FeedStart): void {
    this.positions.clear();
    this.graceRetry.clear();
    for (const [partition, offset] of readUpTo) this.positions.set(partition, offset);
    this.replay = new ReplayBuffer(listed);
    for (const id of ids) this.replay.remember(id);
    this.isBetween = false;
    this.heard();
    this.begun();
  }

  /**
   * The log that was read is gone. Viewers are sent to the list by {@link release}, once the next log has begun: the list has
   * its events then. Until that, viewers who subscribe wait with them.
   */
  end(): void {
    this.isBetween = true;
    this.scheduler.resets.hold();
    this.scheduler.resetAll('log_changed');
  }

  release(): void {
    this.scheduler.resets.release();
  }

  /** Skips what no viewer watches; a viewer that resumes before it is reset to the list. */
  pass(partition: number, upTo: number): void {
    this.positions.set(partition, Math.max(upTo, this.positions.get(partition) ?? -1));
    this.replay.forget(partition, upTo);
  }

  /** Kafka has answered, with rows or without; it does every other second at least. */
  heard(): void {
    this.feedDelay.heard(Date.now());
  }

  /** Takes what was read, in the order of each partition. What was received before is left out. */
  receive(messages: readonly JudgedMessage[]): void {
    const accepted: AcceptedEvent[] = [];
    for (const judged of messages) {
      const { position, verdict } = judged;
      if (position.offset <= (this.positions.get(position.partition) ?? -1)) continue;
      this.positions.set(position.partition, position.offset);
      if (verdict.ok) accepted.push(verdict);
      else if (mayChange(verdict)) this.graceRetry.add(judged);
    }
    const last = messages.at(-1);
    if (last) this.feedDelay.received(last.publishedAt, Date.now());
    this.deliver(accepted, false);
  }

  /**
   * Continues a subscription after its cursor, or sends the viewer a reset.
   * @throws Problem `unavailable` when it is paused and what has arrived since cannot be counted.
   */
  async join(subscription: Subscription): Promise<void> {
    if (subscription.isPaused) return this.joinPaused(subscription);
    const { cursor, connection } = subscription;
    const isLagging = !this.replay.covers(cursor) && !(await this.canHistoryTakeOver());
    if (subscription.isOver) return;
    if (!subscription.isAllowed()) return connection.sendReset('permissions_changed');
    if (this.isBetween) return this.scheduler.resets.add(subscription, 'log_changed');
    const backlog = this.backlogOf(subscription, isLagging);
    if (!backlog) return this.scheduler.resets.add(subscription, 'cursor_too_old');
    this.scheduler.audiences.join(subscription, this.positions).addBehind(subscription, backlog);
    this.scheduler.schedule();
  }

  leave(subscription: Subscription): void {
    subscription.isOver = true;
    this.scheduler.leave(subscription);
  }

  onApplicationShutdown(): void {
    this.graceRetry.stop();
    this.scheduler.stop();
  }

  private async joinPaused(subscription: Subscription): Promise<void> {
    const { cursor, connection } = subscription;
    const { counted, upTo } = await this.countStored(this.filterOf(subscription), cursor);
    if (subscription.isOver) return;
    if (!subscription.isAllowed()) return connection.sendReset('permissions_changed');
    if (this.isBetween) return this.scheduler.resets.add(subscription, 'log_changed');
    const missed = this.replay.covers(upTo) ? countMissed(this.replay, upTo, this.filterOf(subscription)) : null;
    const { arrived, failed } = missed ?? unavailable();
    this.scheduler.audiences
      .join(subscription, this.positions)
      .addPaused(
        subscription,
        { arrived: counted.arrived + arrived, failed: counted.failed + failed },
        upTo,
        this.progress(),
      );
  }

  /** How many rows arrived after `cursor` that are not in memory any more, and up to where. */
  private async countStored(
    filter: ResolvedFilter,
    cursor: Positions,
  ): Promise<{ counted: LiveTally; upTo: Positions }> {
    if (this.replay.covers(cursor) && isCountable(this.replay, cursor, filter))
      return { counted: { arrived: 0, failed: 0 }, upTo: cursor };
    const stored = await this.clickhouse.rowsNow(StoredPosition, forSure(storedPositionsStatement));
    const settled = this.graceRetry.limit(this.historyLag.coveredBy(placesOf(stored)));
    const statement = forSure(countAfterStatement(filter, cursor, settled));
    const [counted] = await this.clickhouse.rowsNow(CountAfter, statement);
    return { counted: counted ?? unavailable(), upTo: furthest(cursor, settled) };
  }

  private filterOf({ asked, scope, view }: Subscription): ResolvedFilter {
    return resolveFilter(asked, scope, this.directory, view);
  }

  /** What a viewer lacks since its cursor; null when it has to load the list. */
  private backlogOf(subscription: Subscription, isLagging: boolean): Backlog | null {
    const { cursor } = subscription;
    const filter = this.filterOf(subscription);
    const backlog = new Backlog(cursor);
    const missed = this.replay.covers(cursor) ? missedRows(this.replay, cursor, filter) : null;
    if (!missed && !isLagging) return null;
    const { rows, skipped } = missed ? { rows: missed, skipped: 0 } : lastRows(this.replay, cursor, filter);
    backlog.skip(skipped + this.replay.missing(cursor));
    for (const row of rows) backlog.add(row);
    return backlog;
  }

  private progress(): Progress {
    return {
      positions: this.positions,
      limit: (known) => this.graceRetry.limit(known),
      delay: this.feedDelay.at(Date.now()),
      isHistoryLagging: this.historyLag.isLagging(),
    };
  }

  /** Whether a list fetched now would reach up to where the replay buffer begins. */
  private async canHistoryTakeOver(): Promise<boolean> {
    return storedPlaces(this.clickhouse).then(
      (stored) => this.replay.covers(this.historyLag.coveredBy(stored)),
      () => false,
    );
  }

  private decideAgain(messages: readonly JudgedMessage[]): void {
    const accepted = messages.flatMap((judged) => {
      const verdict = judge(judged, this.directory);
      return verdict.ok ? [verdict] : [];
    });
    this.deliver(accepted, true);
  }

  /** It may have been a row of any viewer's: each is sent one skipped row, and a viewer who reconnects is sent to the list. */
  private drop({ position }: JudgedMessage): void {
    this.replay.forget(position.partition, position.offset);
    this.scheduler.skip();
  }

  /** A row that nobody watches is kept as bytes, and is nothing else. */
  private deliver(accepted: readonly AcceptedEvent[], isLate: boolean): void {
    const watched: AcceptedEvent[] = [];
    let fresh = 0;
    for (const row of accepted) {
      if (!withinLimits(row, this.directory).ok || !this.replay.add(row)) continue;
      fresh += 1;
      if (this.scheduler.audiences.watch(row.event.organization_id)) watched.push(row);
    }
    if (fresh > 0) this.scheduler.deliver(watched, fresh, isLate);
  }
}

function unavailable(): never {
  throw Problem.unavailable('The event history');
}
