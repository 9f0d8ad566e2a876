import { type LiveReset, STATUS_INTERVAL } from '@portico/contracts/live';
import type { Directory } from '../directory/directory.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Progress } from './audience.ts';
import { Audiences } from './audiences.ts';
import { Pace } from './pace.ts';
import { ResetQueue } from './reset-queue.ts';
import type { Connection, SendToMany, Subscription } from './subscription.ts';

/** Milliseconds until a connection that was not free is tried again. */
const BUSY_CONNECTION_PAUSE = 10;
/** Milliseconds between two tallies to a paused viewer, who reads them as a number that grows. */
const TALLY_INTERVAL = 250;

/** When what waits is sent: rows as the pace says, tallies and statuses at intervals. */
export class FrameScheduler {
  readonly audiences: Audiences;
  readonly resets = new ResetQueue();
  /** Set by who has the connections. */
  sendTo: SendToMany = { frame: () => undefined, status: () => undefined };
  /** Those that the last frames went to. */
  private reached: Connection[] = [];
  private readonly pace = new Pace();
  private readonly tallying: NodeJS.Timeout;
  private readonly telling: NodeJS.Timeout;
  /** Takes back what is scheduled. */
  private cancel: (() => void) | null = null;

  /** @param progress how far the feed is at the time of the call */
  constructor(
    directory: Directory,
    private readonly progress: () => Progress,
  ) {
    this.audiences = new Audiences(directory);
    this.tallying = setInterval(() => this.audiences.tally(this.progress()), TALLY_INTERVAL);
    this.telling = setInterval(() => {
      this.audiences.tellStatus(this.progress(), this.sendTo);
      this.resets.tellStatus(this.progress(), this.sendTo);
    }, STATUS_INTERVAL);
    directory.onScopesChange((users) => {
      this.audiences.recheck(users);
      this.resets.recheck(users);
    });
  }

  get isCalm(): boolean {
    return this.pace.isCalm(performance.now(), this.audiences.size);
  }

  /** @param arrived with those that nobody watches, which are not among `rows` */
  deliver(rows: readonly AcceptedEvent[], arrived: number, isLate: boolean): void {
    this.pace.arrived(arrived, performance.now());
    if (this.audiences.offer(rows, isLate)) this.schedule();
  }

  /** A row that may have been anyone's was left out. */
  skip(): void {
    if (this.audiences.skip()) this.schedule();
  }

  get isWatched(): boolean {
    return !this.audiences.isEmpty || !this.resets.isEmpty;
  }

  /** Everyone is sent to the list. */
  resetAll(reason: LiveReset['reason']): void {
    for (const subscription of this.audiences.endAll()) this.resets.add(subscription, reason);
  }

  leave(subscription: Subscription): void {
    this.audiences.leave(subscription);
    this.resets.leave(subscription);
  }

  /** What is to be sent at once is sent as soon as the event loop has handled what came with it. */
  schedule(pause = 0): void {
    if (this.cancel) return;
    const delay = Math.max(pause, this.pace.delay(performance.now(), this.audiences.size));
    if (delay > 0) {
      const timer = setTimeout(() => this.send(), delay);
      this.cancel = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(() => this.send());
      this.cancel = () => clearImmediate(immediate);
    }
  }

  stop(): void {
    clearInterval(this.tallying);
    clearInterval(this.telling);
    this.cancel?.();
    this.resets.stop();
  }

  private send(): void {
    this.cancel = null;
    const now = performance.now();
    if (this.pace.waitsFor(this.busyShare(), now)) return this.schedule(BUSY_CONNECTION_PAUSE);
    const reached: Connection[] = [];
    const isMoreWaiting = this.audiences.send(this.progress(), {
      ...this.sendTo,
      frame: (connections, frame) => {
        for (const connection of connections) reached.push(connection);
        this.sendTo.frame(connections, frame);
      },
    });
    this.reached = reached;
    this.pace.sent(now, performance.now() - now);
    // What sockets have taken is reported to them after this turn: that is half as much again, and part of a frame.
    if (reached.length > 1) setImmediate(() => this.pace.sent(now, performance.now() - now));
    if (isMoreWaiting) this.schedule(BUSY_CONNECTION_PAUSE);
  }

  /** How many of those that the last frames went to have not taken them. */
  private busyShare(): number {
    const busy = this.reached.reduce((count, connection) => (connection.isFree() ? count : count + 1), 0);
    return busy / Math.max(1, this.reached.length);
  }
}
