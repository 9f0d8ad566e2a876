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

/** How far the feed is at this moment. */
export type Progress = {
  /** Where each partition is read up to. */
  positions: Positions;
  /** The part of the known positions that a viewer's cursor may cover. */
  limit: (known: Positions) => Positions;
  /** Milliseconds by which the reading of Kafka is behind. */
  delay: number;
  isHistoryLagging: boolean;
};

/**
 * `before`: what had arrived, less what this audience had counted then. `counted`: up to where it reaches, as long as the
 * feed may still come to something of it.
 */
type Tallied = { before: LiveTally; counted: Positions | null; sent: number };

/** May be about a name. */
const NAMED_TERM = /(integration|organization)\s*:/i;

/**
 * Viewers who asked for the same and may see the same: whether a row is theirs is decided once, and a frame is made and
 * written once. Most of them are in step: they get the next frame as soon as it is made. Who is not ready for it, or has
 * just come and lacks some rows, is behind until it has caught up, together with those who lack the same. Who is paused costs
 * a number.
 */
export class Audience {
  private resolved: ResolvedFilter;
  /** The names by which the terms of its query were resolved. */
  private names: number;
  /** The filter's terms when they may be about names, read once; null otherwise. */
  private readonly namedTerms: readonly Query[] | null;
  private readonly inStep = new Set<Subscription>();
  private readonly behind = new Stragglers();
  private readonly paused = new Map<Subscription, Tallied>();
  private readonly next: Backlog;
  private arrived = 0;
  private failed = 0;

  constructor(
    readonly key: string,
    private readonly asked: EventFilter,
    scope: Scope,
    private readonly directory: Directory,
    positions: Positions,
    private readonly view: View = EVERYTHING,
  ) {
    this.resolved = resolveFilter(asked, scope, directory, view);
    this.names = directory.namesVersion;
    const isByName = asked.integration !== undefined || NAMED_TERM.test(asked.where ?? '');
    this.namedTerms = isByName ? termsOf(asked) : null;
    this.next = new Backlog(positions);
  }

  get subscriptions(): Subscription[] {
    return [...this.inStep, ...this.behind.subscriptions, ...this.paused.keys()];
  }

  get isEmpty(): boolean {
    return this.receiving === 0 && this.paused.size === 0;
  }

  /** Viewers who get rows. */
  get receiving(): number {
    return this.inStep.size + this.behind.size;
  }

  wants(row: AcceptedEvent): boolean {
    return matches(this.filter, row);
  }

  /** With the names of now: of what the directory knows, a filter depends on what has the asked names. */
  get filter(): ResolvedFilter {
    const { namesVersion } = this.directory;
    if (this.namedTerms && this.names !== namesVersion) {
      this.names = namesVersion;
      // The scope stays: audiences are indexed by it. The ids are shared and named in no statement: there may be any number.
      this.resolved = { ...this.resolved, where: whereOf(this.asked, this.namedTerms, this.directory, this.view) };
    }
    return this.resolved;
  }

  /**
   * `backlog`: what the viewer lacks of everything up to now. A list may know more than the feed has read: its viewer is behind
   * until the feed has come to where the list ends.
   */
  addBehind(subscription: Subscription, backlog: Backlog): void {
    this.behind.add([subscription], backlog);
  }

  /**
   * `before`: how many had arrived since the viewer's cursor, up to now; of `counted` also what the feed has not come to
   * yet, because the store was there first.
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

  /** Takes a row if it is for this audience. Returns whether frames are pending. */
  offer(row: AcceptedEvent, isLate: boolean): boolean {
    if (!this.wants(row)) return false;
    this.arrived += 1;
    if (row.event.result === 'FAILURE') this.failed += 1;
    if (this.inStep.size > 0) this.next.add(row, isLate);
    this.behind.offer(row, isLate);
    for (const tallied of this.paused.values()) leaveOutCounted(tallied, row);
    return this.receiving > 0;
  }

  /** Counts a row as left out. Returns whether frames are pending. */
  skip(): boolean {
    if (this.inStep.size > 0) this.next.skip(1);
    this.behind.skip(1);
    return this.receiving > 0;
  }

  /**
   * Sends a frame of what waits to everyone who can take it. Answers whether more waits: a second frame in the same turn of
   * the event loop would find no connection free.
   */
  send(progress: Progress, sendTo: SendToMany): boolean {
    if (!this.next.isEmpty) this.sendNext(progress, sendTo);
    for (const backlog of this.behind.all) this.catchUp(backlog, progress, sendTo);
    return this.behind.isWaiting || !this.next.isEmpty;
  }

  /** Sends paused viewers a new tally when more has arrived. */
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

  /** Tells everyone who can take it how current they are. */
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
    // What was in the frame is theirs, wherever it stood.
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

/** Whether everything that `b` knows is known by `a` too. */
const covers = (a: Positions, b: Positions): boolean =>
  [...b].every(([partition, offset]) => !isAfter({ partition, offset }, a));
