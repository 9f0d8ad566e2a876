import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Backlog } from './backlog.ts';
import type { Subscription } from './subscription.ts';

type Parted = { free: Subscription[]; busy: Subscription[] };

/**
 * Viewers of one audience who are behind. Viewers who fell behind at the same position form a group with one backlog: the backlog gets
 * each row once, and all ready viewers share each frame. Viewers who are not ready become a separate group.
 */
export class Stragglers {
  private readonly groups = new Map<Backlog, Set<Subscription>>();
  private readonly backlogs = new Map<Subscription, Backlog>();

  get size(): number {
    return this.backlogs.size;
  }

  get isWaiting(): boolean {
    return [...this.groups.keys()].some((backlog) => !backlog.isEmpty);
  }

  get subscriptions(): Iterable<Subscription> {
    return this.backlogs.keys();
  }

  /** A copy of the list of backlogs, so that groups may change during the iteration. */
  get all(): Iterable<Backlog> {
    return [...this.groups.keys()];
  }

  backlogOf(subscription: Subscription): Backlog | undefined {
    return this.backlogs.get(subscription);
  }

  membersOf(backlog: Backlog): ReadonlySet<Subscription> {
    return this.groups.get(backlog) ?? new Set();
  }

  /** @param backlog the rows that these viewers lack so far. */
  add(subscriptions: Iterable<Subscription>, backlog: Backlog): void {
    const group = this.groups.get(backlog) ?? new Set();
    for (const subscription of subscriptions) {
      this.remove(subscription);
      this.backlogs.set(subscription, backlog);
      group.add(subscription);
    }
    if (group.size > 0) this.groups.set(backlog, group);
  }

  remove(subscription: Subscription): void {
    const backlog = this.backlogs.get(subscription);
    if (!backlog) return;
    this.backlogs.delete(subscription);
    const group = this.groups.get(backlog);
    group?.delete(subscription);
    if (group?.size === 0) this.groups.delete(backlog);
  }

  offer(row: AcceptedEvent, isLate: boolean): void {
    for (const backlog of this.groups.keys()) backlog.add(row, isLate);
  }

  skip(rows: number): void {
    for (const backlog of this.groups.keys()) backlog.skip(rows);
  }

  /** Returns the viewers of a group who are ready for its next frame. The other viewers become a separate group. */
  freeOf(backlog: Backlog): Subscription[] {
    const { free, busy } = part(this.membersOf(backlog));
    if (free.length > 0 && busy.length > 0) this.add(busy, backlog.copy());
    return free;
  }
}

export function part(subscriptions: Iterable<Subscription>): Parted {
  const parted: Parted = { free: [], busy: [] };
  for (const one of subscriptions) (one.connection.isFree() ? parted.free : parted.busy).push(one);
  return parted;
}
