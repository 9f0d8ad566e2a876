import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Positions } from '@portico/contracts/events/position';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Directory } from '../directory/directory.ts';
import { mayChange } from '../ingest/accept.ts';
import { type Arrival, judge } from '../ingest/arrival.ts';
import { storedOffsets } from '../queries/stored-positions.query.ts';
import { Arrived } from './arrived.ts';
import { Pace } from './pace.ts';
import { Ring } from './ring.ts';
import { SecondLook } from './second-look.ts';
import type { Subscription } from './subscription.ts';

/** Milliseconds until a line that was not free is tried again. */
const BUSY_LINE_PAUSE = 20;
/** More rows than that are sooner fetched from the list than sent one frame after the other. */
const MAX_REPLAY = 2_000;

/**
 * Where live rows begin: `listed` is what a list fetched now reaches up to, and between it and `readUpTo` everything is
 * refused, so that nothing is missing in between.
 */
export type Start = { listed: Positions; readUpTo: Positions };

/**
 * Hands arrivals on to viewers without a gap. Nothing here waits, and that is why there is none: in one turn of the event
 * loop an arrival is put into the ring, into the backlog of every subscription that wants it, and into the positions; in
 * one turn a subscription takes from the ring what its cursor does not cover and joins the others. So whatever arrived
 * before that turn came out of the ring, and whatever arrives after it comes by itself.
 */
@Injectable()
export class LiveFeed implements OnApplicationShutdown {
  /** Resolves when it is known from where on everything is seen. */
  readonly started: Promise<void>;
  private readonly positions = new Map<number, number>();
  private readonly subscriptions = new Set<Subscription>();
  private readonly pace = new Pace();
  private readonly secondLook = new SecondLook((arrivals) => this.decideAgain(arrivals));
  private ring = new Ring(new Map());
  private timer: NodeJS.Timeout | null = null;
  private begun: () => void = () => undefined;

  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
  ) {
    this.started = new Promise((resolve) => {
      this.begun = resolve;
    });
    directory.onChange(() => this.recheck());
  }

  /** Where each partition is read up to. */
  get readUpTo(): Positions {
    return this.positions;
  }

  /** From now on everything after `readUpTo` is received, in order. */
  begin({ listed, readUpTo }: Start): void {
    for (const [partition, offset] of readUpTo) this.positions.set(partition, offset);
    this.ring = new Ring(listed);
    this.begun();
  }

  get isWatched(): boolean {
    return this.subscriptions.size > 0;
  }

  /** Leaves out what nobody watches and nobody will come back for; whoever does is sent to the list. */
  pass(partition: number, upTo: number): void {
    this.positions.set(partition, Math.max(upTo, this.positions.get(partition) ?? -1));
    this.ring.forget(partition, upTo);
  }

  /** Takes what was read, in the order of each partition. What was received before is left out. */
  receive(arrivals: readonly Arrival[]): void {
    const accepted: Arrived[] = [];
    for (const { position, publishedAt, verdict, message } of arrivals) {
      if (position.offset <= (this.positions.get(position.partition) ?? -1)) continue;
      this.positions.set(position.partition, position.offset);
      if (verdict.ok) accepted.push(new Arrived(verdict.event, position, publishedAt, message.value?.length ?? 0));
      else if (mayChange(verdict)) this.secondLook.add({ position, publishedAt, verdict, message });
    }
    this.deliver(accepted, false);
  }

  /** Continues a subscription after its cursor, or tells the viewer to begin anew. */
  async join(subscription: Subscription, cursor: Positions): Promise<void> {
    const isLagging = !this.ring.covers(cursor) && !(await this.canHistoryTakeOver());
    if (!subscription.recheck()) return subscription.reset('permissions_changed');
    const missed = this.ring.after(cursor).filter((arrived) => subscription.wants(arrived));
    const isCovered = this.ring.covers(cursor) && missed.length <= MAX_REPLAY;
    if (!isCovered && !isLagging) return subscription.reset('cursor_too_old');
    if (!this.ring.covers(cursor)) subscription.backlog.skip(this.ring.missing(cursor));
    for (const arrived of missed) subscription.backlog.add(arrived);
    this.subscriptions.add(subscription);
    this.schedule();
  }

  leave(subscription: Subscription): void {
    this.subscriptions.delete(subscription);
  }

  onApplicationShutdown(): void {
    this.secondLook.stop();
    if (this.timer) clearTimeout(this.timer);
  }

  /** Whether a list fetched now would reach up to where the ring begins. */
  private async canHistoryTakeOver(): Promise<boolean> {
    return storedOffsets(this.clickhouse).then(
      (stored) => this.ring.covers(stored),
      () => false,
    );
  }

  private decideAgain(arrivals: readonly Arrival[]): void {
    const accepted: Arrived[] = [];
    for (const arrival of arrivals) {
      const { position, publishedAt, message } = arrival;
      const verdict = judge(arrival, this.directory);
      if (verdict.ok) accepted.push(new Arrived(verdict.event, position, publishedAt, message.value?.length ?? 0));
    }
    this.deliver(accepted, true);
  }

  private deliver(accepted: readonly Arrived[], isLate: boolean): void {
    const fresh = accepted.filter((arrived) => this.ring.add(arrived));
    if (fresh.length === 0) return;
    for (const subscription of this.subscriptions) {
      for (const arrived of fresh) if (subscription.wants(arrived)) subscription.backlog.add(arrived, isLate);
    }
    this.pace.arrived(fresh.length, performance.now());
    this.schedule();
  }

  private schedule(pause = 0): void {
    const delay = Math.max(pause, this.pace.delay(performance.now()));
    this.timer ??= setTimeout(() => this.send(), delay);
  }

  private send(): void {
    this.timer = null;
    this.pace.sent(performance.now());
    let isMoreWaiting = false;
    for (const subscription of this.subscriptions) {
      const isWaiting = subscription.send(this.positions, (known) => this.secondLook.limit(known));
      isMoreWaiting ||= isWaiting;
    }
    if (isMoreWaiting) this.schedule(BUSY_LINE_PAUSE);
  }

  /** Runs in the same turn as a change of the directory, so not one more row goes where it may not. */
  private recheck(): void {
    for (const subscription of this.subscriptions) {
      if (subscription.recheck()) continue;
      this.subscriptions.delete(subscription);
      subscription.reset('permissions_changed');
    }
  }
}
