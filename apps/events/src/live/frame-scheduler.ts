import { type LiveReset, STATUS_INTERVAL } from '@portico/contracts/live';
import type { Directory } from '../directory/directory.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Progress } from './audience.ts';
import { Audiences } from './audiences.ts';
import { Pace } from './pace.ts';
import { ResetQueue } from './reset-queue.ts';
import type { Connection, SendToMany, Subscription } from './subscription.ts';

/** Milliseconds before a busy connection is tried again. */
const BUSY_CONNECTION_PAUSE = 10;
/** Milliseconds between two tallies (numbers of new rows) to a paused viewer. */
const TALLY_INTERVAL = 250;

/** Schedules sending: rows at the current pace, tallies and statuses at intervals. */
export class FrameScheduler {
  readonly audiences: Audiences;
  readonly resets = new ResetQueue();
  /** Set by the owner of the connections. */
  sendTo: SendToMany = { frame: () => undefined, status: () => undefined };
  /** The connections that received the last frames. */
  private reached: Connection[] = [];
  private readonly pace = new Pace();
  private readonly tallying: NodeJS.Timeout;
  private readonly telling: NodeJS.Timeout;
  /** Cancels the scheduled frame; null if no frame is scheduled. */
  private cancel: (() => void) | null = null;

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

  /** @param arrived number of new rows, including rows that no viewer may see. `rows` contains only rows that a viewer may see. */
  deliver(rows: readonly AcceptedEvent[], arrived: number, isLate: boolean): void {
    this.pace.arrived(arrived, performance.now());
    if (this.audiences.offer(rows, isLate)) this.schedule();
  }

  skip(): void {
    if (this.audiences.skip()) this.schedule();
  }

  get isWatched(): boolean {
    return !this.audiences.isEmpty || !this.resets.isEmpty;
  }

  /** Makes all viewers load the list again. */
  resetAll(reason: LiveReset['reason']): void {
    for (const subscription of this.audiences.endAll()) this.resets.add(subscription, reason);
  }

  leave(subscription: Subscription): void {
    this.audiences.leave(subscription);
    this.resets.leave(subscription);
  }

  /** Schedules a frame. Without a delay, the scheduler sends it after the event loop has processed everything that arrived together. */
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
    // Sockets report completed writes after this turn. The reports take half as long as sending, and count as time for this frame.
    if (reached.length > 1) setImmediate(() => this.pace.sent(now, performance.now() - now));
    if (isMoreWaiting) this.schedule(BUSY_CONNECTION_PAUSE);
  }

  /** The share of the last frames' connections that are still busy. */
  private busyShare(): number {
    const busy = this.reached.reduce((count, connection) => (connection.isFree() ? count : count + 1), 0);
    return busy / Math.max(1, this.reached.length);
  }
}
