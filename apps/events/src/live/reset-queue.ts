import type { LiveReset } from '@portico/contracts/live';
import type { Users } from '../directory/directory.ts';
import type { Progress } from './audience.ts';
import type { SendToMany, Subscription } from './subscription.ts';

/** Milliseconds between two resets, so that viewers do not all reload the list at once. */
const INTERVAL_MS = 10;

type Waiting = { reason: LiveReset['reason']; since: number };

/**
 * Resets viewers to the list, one after the other. A waiting viewer gets statuses instead of rows, so that the client does not
 * consider the connection lost.
 */
export class ResetQueue {
  private readonly waiting = new Map<Subscription, Waiting>();
  private timer: NodeJS.Timeout | null = null;
  private sentAt = Number.NEGATIVE_INFINITY;
  private isHeld = false;

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Sends the reset immediately if the queue sent no other reset in the last {@link INTERVAL_MS}. */
  add(subscription: Subscription, reason: LiveReset['reason']): void {
    this.waiting.set(subscription, { reason, since: Date.now() });
    this.schedule();
  }

  /** Holds resets until {@link release}, because the list is not ready yet, and a viewer who loads it now would get another reset. */
  hold(): void {
    this.isHeld = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  release(): void {
    this.isHeld = false;
    this.schedule();
  }

  leave(subscription: Subscription): void {
    this.waiting.delete(subscription);
  }

  /** Resets waiting subscriptions of these users immediately, instead of in turn, if the user's permissions have changed. */
  recheck(users: Users): void {
    if (this.isEmpty) return;
    const changed = users === 'everyone' ? null : new Set(users);
    for (const subscription of this.waiting.keys()) {
      if (changed?.has(subscription.user) === false || subscription.isAllowed()) continue;
      this.leave(subscription);
      subscription.connection.sendReset('permissions_changed');
    }
  }

  /** Sends waiting viewers a status. The delay in the status is at least the time for which the first viewer has been waiting. */
  tellStatus({ delay, isHistoryLagging }: Progress, sendTo: SendToMany): void {
    const [first] = this.waiting.values();
    if (!first) return;
    const free = [...this.waiting.keys()].map(({ connection }) => connection).filter((one) => one.isFree());
    const behind = Math.max(0, Math.round(delay), Date.now() - first.since);
    if (free.length > 0) sendTo.status(free, { behind, waiting: 0, isHistoryLagging });
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.waiting.clear();
  }

  private schedule(): void {
    if (this.timer || this.isEmpty || this.isHeld) return;
    const pause = this.sentAt + INTERVAL_MS - performance.now();
    if (pause <= 0) this.sendNext();
    else this.timer = setTimeout(() => this.sendNext(), pause);
  }

  private sendNext(): void {
    this.timer = null;
    const [next] = this.waiting;
    if (!next) return;
    const [subscription, { reason }] = next;
    this.leave(subscription);
    this.sentAt = performance.now();
    subscription.connection.sendReset(reason);
    this.schedule();
  }
}
