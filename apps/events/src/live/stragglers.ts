import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Backlog } from './backlog.ts';
import type { Subscription } from './subscription.ts';

/** Viewers of a group that are ready for a frame, and those that are not. */
type Parted = { free: Subscription[]; busy: Subscription[] };

/**
 * Viewers of one audience who are behind. Those that fell behind at the same position form a group with one backlog, so that a row is
 * added once, and a frame is built and serialized once for all ready viewers. The others become a group at their position.
 */
export class Stragglers {
  private readonly groups = new Map<Backlog, Set<Subscription>>();
  private readonly backlogs = new Map<Subscription, Backlog>();

  get size(): number {
    return this.backlogs.size;
  }

  /** Whether any group has rows to send. */
  get isWaiting(): boolean {
    return [...this.groups.keys()].some((backlog) => !backlog.isEmpty);
  }

  get subscriptions(): Iterable<Subscription> {
    return this.backlogs.keys();
  }

  /** All backlogs. The groups may change during the iteration. */
  get all(): Iterable<Backlog> {
    return [...this.groups.keys()];
  }

  backlogOf(subscription: Subscription): Backlog | undefined {
    return this.backlogs.get(subscription);
  }

  membersOf(backlog: Backlog): ReadonlySet<Subscription> {
    return this.groups.get(backlog) ?? new Set();
  }

  /** @param backlog everything that they lack so far. */
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

  /** Leaves only the viewers who are ready for the group's next frame; the others become a separate group. Returns the ready ones. */
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
