import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { Backlog } from './backlog.ts';
import type { Subscription } from './subscription.ts';

/** Those of a group that can take a frame, and those that cannot. */
type Parted = { free: Subscription[]; busy: Subscription[] };

/**
 * Viewers of one audience who are behind. Those who fell behind at the same place are a group with one backlog: a row is added to
 * it once, and a frame of it is made and written once for all of them that can take it. The others keep their place, as a group.
 */
export class Stragglers {
  private readonly groups = new Map<Backlog, Set<Subscription>>();
  private readonly backlogs = new Map<Subscription, Backlog>();

  get size(): number {
    return this.backlogs.size;
  }

  /** Whether any of them lacks something that could be sent. */
  get isWaiting(): boolean {
    return [...this.groups.keys()].some((backlog) => !backlog.isEmpty);
  }

  get subscriptions(): Iterable<Subscription> {
    return this.backlogs.keys();
  }

  /** Of what each group lacks. May be changed while it is read. */
  get all(): Iterable<Backlog> {
    return [...this.groups.keys()];
  }

  backlogOf(subscription: Subscription): Backlog | undefined {
    return this.backlogs.get(subscription);
  }

  membersOf(backlog: Backlog): ReadonlySet<Subscription> {
    return this.groups.get(backlog) ?? new Set();
  }

  /** @param backlog - what they lack of everything up to now. */
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

  /** Leaves those in the group who can take its next frame; the others become a group of their own. Answers who can. */
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
