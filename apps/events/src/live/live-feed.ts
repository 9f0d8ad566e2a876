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
 * Passes messages to viewers without a gap, because two steps each run in one turn of the event loop. First, a message is added to the
 * replay buffer, passed to matching audiences, and recorded in the positions. Second, a subscription takes the rows after its cursor
 * from the replay buffer and joins its audience. A subscription thus gets all messages before its turn from the buffer, and all later
 * messages directly.
 */
@Injectable()
export class LiveFeed implements OnApplicationShutdown {
  /** Resolves when the start is known. The feed misses no event after the start. */
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
  /** Whether a log has ended, and the next log has not begun. */
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

  get isCalm(): boolean {
    return this.scheduler.isCalm;
  }

  sendWith(sendTo: SendToMany): void {
    this.scheduler.sendTo = sendTo;
  }

  /** Starts a log. The caller then passes everything after `readUpTo`, in order. */
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
   * Ends the current log, which no longer exists. {@link release} resets viewers to the list once the next log has begun, because the
   * list then contains events of the new log. Until then, new subscriptions wait too.
   */
  end(): void {
    this.isBetween = true;
    this.scheduler.resets.hold();
    this.scheduler.resetAll('log_changed');
  }

  release(): void {
    this.scheduler.resets.release();
  }

  /** Skips messages, because there are no viewers. A viewer that resumes from an earlier position must reload the list. */
  pass(partition: number, upTo: number): void {
    this.positions.set(partition, Math.max(upTo, this.positions.get(partition) ?? -1));
    this.replay.forget(partition, upTo);
  }

  heard(): void {
    this.feedDelay.heard(Date.now());
  }

  /** Processes messages in the order of each partition. Ignores repeated offsets. */
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
   * Continues a subscription after its cursor, or resets the viewer.
   * @throws Problem `unavailable` if the subscription is paused, and ClickHouse cannot count the rows since its cursor.
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

  /** Counts the rows after `cursor` that are no longer in memory. `upTo`: the positions up to which the count extends. */
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

  /** The rows that a viewer lacks since its cursor; null if the viewer must reload the list. */
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

  /** Whether a list loaded now would contain all rows before the start of the replay buffer. */
  private canHistoryTakeOver(): Promise<boolean> {
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

  /**
   * Drops a message if it is unknown who may see it. Every connected viewer gets one skipped row, and viewers who reconnect reload
   * the list.
   */
  private drop({ position }: JudgedMessage): void {
    this.replay.forget(position.partition, position.offset);
    this.scheduler.skip();
  }

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
