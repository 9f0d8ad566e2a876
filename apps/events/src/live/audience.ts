import { formatCursor, isAfter, type Positions } from '@portico/contracts/events/position';
import type { EventFilter } from '@portico/contracts/http/events';
import type { LiveStatus, LiveTally } from '@portico/contracts/live';
import type { Query } from '@portico/contracts/query/query';
import { countOrganizations } from '../audit/read-log.ts';
import { type Directory, EVERYTHING, type Scope, type View } from '../directory/directory.ts';
import { matches } from '../table/filter/predicate.ts';
import { type ResolvedFilter, resolveFilter, whereOf, termsOf } from '../table/filter/resolve.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { Backlog } from './backlog.ts';
import { FrameText } from './frame-text.ts';
import { part, Stragglers } from './stragglers.ts';
import type { Connection, SendToMany, Subscription } from './subscription.ts';

export type Progress = {
  /** The last read position of each partition. */
  positions: Positions;
  /** Limits a viewer's cursor to positions before the first message that waits for its second validation. */
  limit: (known: Positions) => Positions;
  /** Milliseconds by which reading from Kafka is behind. */
  delay: number;
  isHistoryLagging: boolean;
};

/**
 * The counters of a paused viewer. The viewer's number of new rows is `before` plus the audience's counters. `counted`: the positions up
 * to which ClickHouse counted rows for `before`; null once the feed has read them. `sent`: the audience's `arrived` at the last tally.
 */
type Tallied = { before: LiveTally; counted: Positions | null; sent: number };

/** Matches a query that may contain names of integrations or organizations. */
const NAMED_TERM = /(integration|organization)\s*:/i;

/**
 * Viewers with the same filter and the same permissions, so that each row is matched once, and each frame is built and serialized
 * once. Most viewers are in step: they get each frame immediately. Viewers who are not ready for a frame, or have just joined and lack
 * rows, are behind until they have caught up. Viewers who lack the same rows form a group. A paused viewer costs one counter.
 */
export class Audience {
  private resolved: ResolvedFilter;
  /** The version of the directory's names with which `resolved` was computed. */
  private names: number;
  /** The parsed terms of the filter if they may contain names; otherwise null. */
  private readonly namedTerms: readonly Query[] | null;
  private readonly inStep = new Set<Subscription>();
  private readonly behind = new Stragglers();
  private readonly paused = new Map<Subscription, Tallied>();
  private readonly next: Backlog;
  private arrived = 0;
  private failed = 0;

  constructor(
    readonly key: string,
    private readonly requested: EventFilter,
    scope: Scope,
    private readonly directory: Directory,
    positions: Positions,
    private readonly view: View = EVERYTHING,
  ) {
    this.resolved = resolveFilter(requested, scope, directory, view);
    this.names = directory.namesVersion;
    const isByName = requested.integration !== undefined || NAMED_TERM.test(requested.where ?? '');
    this.namedTerms = isByName ? termsOf(requested) : null;
    this.next = new Backlog(positions);
  }

  get subscriptions(): Subscription[] {
    return [...this.inStep, ...this.behind.subscriptions, ...this.paused.keys()];
  }

  get isEmpty(): boolean {
    return this.receiving === 0 && this.paused.size === 0;
  }

  /** The number of viewers who are not paused. */
  get receiving(): number {
    return this.inStep.size + this.behind.size;
  }

  wants(row: AcceptedEvent): boolean {
    return matches(this.filter, row);
  }

  get filter(): ResolvedFilter {
    const { namesVersion } = this.directory;
    if (this.namedTerms && this.names !== namesVersion) {
      this.names = namesVersion;
      // The scope never changes, because audiences are indexed by scope. The number of ids has no limit, because audiences share the ids,
      // and no SQL statement contains them.
      this.resolved = { ...this.resolved, where: whereOf(this.requested, this.namedTerms, this.directory, this.view) };
    }
    return this.resolved;
  }

  /**
   * Adds a viewer and the rows that it lacks so far. If the viewer's list contains rows that the feed has not read yet, the viewer
   * stays behind until the feed has read these rows.
   */
  addBehind(subscription: Subscription, backlog: Backlog): void {
    this.behind.add([subscription], backlog);
  }

  /**
   * Adds a paused viewer. `before`: ClickHouse's count of arrivals since the viewer's cursor, up to the positions `counted`. When the feed
   * reads rows up to these positions later, the audience does not count them again.
   */
  addPaused(subscription: Subscription, before: LiveTally, counted: Positions, progress: Progress): void {
    const { arrived, failed } = this;
    this.paused.set(subscription, {
      before: {
        arrived: before.arrived - arrived,
        failed: before.failed - failed,
      },
      counted,
      sent: arrived,
    });
    subscription.connection.sendTally(before);
    this.tell(subscription, progress);
  }

  remove(subscription: Subscription): void {
    this.inStep.delete(subscription);
    this.behind.remove(subscription);
    this.paused.delete(subscription);
  }

  /** Adds a row if it matches. Returns whether frames are pending. */
  offer(row: AcceptedEvent, isLate: boolean): boolean {
    if (!this.wants(row)) return false;
    this.arrived += 1;
    if (row.event.result === 'FAILURE') this.failed += 1;
    if (this.inStep.size > 0) this.next.add(row, isLate);
    this.behind.offer(row, isLate);
    for (const tallied of this.paused.values()) leaveOutCounted(tallied, row);
    return this.receiving > 0;
  }

  /** Counts a skipped row. Returns whether frames are pending. */
  skip(): boolean {
    if (this.inStep.size > 0) this.next.skip(1);
    this.behind.skip(1);
    return this.receiving > 0;
  }

  /**
   * Sends at most one frame of waiting rows to every viewer who is ready, because no connection is ready for a second frame in the same
   * turn of the event loop. Returns whether more rows wait.
   */
  send(progress: Progress, sendTo: SendToMany): boolean {
    if (!this.next.isEmpty) this.sendNext(progress, sendTo);
    for (const backlog of this.behind.all) this.catchUp(backlog, progress, sendTo);
    return this.behind.isWaiting || !this.next.isEmpty;
  }

  /** Sends paused viewers a new tally if more rows have arrived. */
  tally({ positions, limit }: Progress): void {
    for (const [{ connection }, tallied] of this.paused) {
      if (tallied.counted && covers(limit(positions), tallied.counted)) tallied.counted = null;
      if (tallied.sent === this.arrived || !connection.isFree()) continue;
      tallied.sent = this.arrived;
      const { before } = tallied;
      connection.sendTally({
        arrived: before.arrived + this.arrived,
        failed: before.failed + this.failed,
      });
    }
  }

  /** Sends every viewer who is ready the delay of its rows. */
  tellStatus(progress: Progress, sendTo: SendToMany): void {
    const current = [...this.inStep, ...this.paused.keys()]
      .map(({ connection }) => connection)
      .filter((connection) => connection.isFree());
    if (current.length > 0) sendTo.status(current, this.statusOf(undefined, progress));
    for (const backlog of this.behind.all) if (backlog.isEmpty) this.catchUp(backlog, progress, sendTo);
    for (const subscription of this.behind.subscriptions)
      if (subscription.connection.isFree()) this.tell(subscription, progress);
  }

  private tell(subscription: Subscription, progress: Progress): void {
    subscription.connection.sendStatus(this.statusOf(this.behind.backlogOf(subscription), progress));
  }

  private statusOf(backlog: Backlog | undefined, { delay, isHistoryLagging }: Progress): LiveStatus {
    const own = Date.now() - (backlog?.oldest ?? Date.now());
    return {
      behind: Math.max(0, Math.round(delay), own),
      waiting: backlog?.size ?? 0,
      isHistoryLagging,
    };
  }

  private sendNext({ positions, limit }: Progress, sendTo: SendToMany): void {
    const before = this.next.place;
    const { rows, skipped, known } = this.next.take(positions);
    const { free, busy } = part(this.inStep);
    if (busy.length > 0) this.fallBehind(busy, before, rows, skipped);
    if (free.length > 0) sendTo.frame(connectionsOf(free), this.frameOf(rows, skipped, limit(known)));
  }

  private fallBehind(
    busy: readonly Subscription[],
    place: Positions,
    rows: readonly AcceptedEvent[],
    skipped: number,
  ): void {
    const backlog = new Backlog(place);
    backlog.skip(skipped);
    // Adds the rows as late rows, because the viewers lack these rows even if `place` covers the rows' positions.
    for (const row of rows) backlog.add(row, true);
    for (const subscription of busy) this.inStep.delete(subscription);
    this.behind.add(busy, backlog);
  }

  private catchUp(backlog: Backlog, progress: Progress, sendTo: SendToMany): void {
    if (!backlog.isEmpty) {
      const free = this.behind.freeOf(backlog);
      if (free.length === 0) return;
      const { rows, skipped, known } = backlog.take(progress.positions);
      sendTo.frame(connectionsOf(free), this.frameOf(rows, skipped, progress.limit(known)));
    }
    if (!backlog.isEmpty || !covers(progress.positions, backlog.place)) return;
    for (const subscription of this.behind.membersOf(backlog)) {
      this.behind.remove(subscription);
      this.inStep.add(subscription);
      this.tell(subscription, progress);
    }
  }

  private frameOf(rows: readonly AcceptedEvent[], skipped: number, known: Positions): FrameText {
    const texts = rows.map((row) => row.toText(this.directory, this.view.redactions.get(row.event.organization_id)));
    const rowsOf = countOrganizations(rows.map(({ event }) => event.organization_id));
    return new FrameText(texts, skipped, formatCursor(known), rowsOf);
  }
}

const connectionsOf = (subscriptions: readonly Subscription[]): Connection[] =>
  subscriptions.map(({ connection }) => connection);

function leaveOutCounted({ before, counted }: Tallied, { position, event }: AcceptedEvent): void {
  if (!counted || isAfter(position, counted)) return;
  before.arrived -= 1;
  if (event.result === 'FAILURE') before.failed -= 1;
}

/** Whether `a` is at least `b` in every partition. */
const covers = (a: Positions, b: Positions): boolean =>
  [...b].every(([partition, offset]) => !isAfter({ partition, offset }, a));
