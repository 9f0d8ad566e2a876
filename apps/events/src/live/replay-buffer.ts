import { identityOf } from '@portico/contracts/events/integration-event';
import { isAfter, type Positions } from '@portico/contracts/events/position';
import type { LiveEvent } from './live-event.ts';
import { RecentIds } from './recent-ids.ts';

export type ReplayLimits = { rows: number; bytes: number };

/** At most this much is kept in memory for viewers who come back. */
const LIMITS: ReplayLimits = { rows: 20_000, bytes: 64 * 1024 * 1024 };

/**
 * The last arrivals of all partitions. It remembers for each partition from where on it holds everything, so that it can
 * say whether a viewer can be continued from memory.
 */
export class ReplayBuffer {
  private readonly seen = new RecentIds();
  private rows: LiveEvent[] = [];
  /** Index of the oldest row that still counts; the array is cut now and then, not at every row. */
  private head = 0;
  private bytes = 0;
  private readonly floors: Map<number, number>;

  /** `start`: the last offset of each partition of which nothing is going to be added. */
  constructor(
    start: Positions,
    private readonly limits: ReplayLimits = LIMITS,
  ) {
    this.floors = new Map(start);
  }

  /** False when a row with the same id was here before, and may be gone: that event was published twice. */
  add(row: LiveEvent): boolean {
    if (!this.seen.add(identityOf(row.event))) return false;
    this.rows.push(row);
    this.bytes += row.bytes;
    while (this.rows.length - this.head > this.limits.rows || this.bytes > this.limits.bytes) this.dropOldest();
    return true;
  }

  /** An event with this identity is not here, but was. */
  remember(identity: string): void {
    this.seen.add(identity);
  }

  /** Whether everything that arrived after `cursor` is here. */
  covers(cursor: Positions): boolean {
    return [...this.floors].every(([partition, floor]) => (cursor.get(partition) ?? -1) >= floor);
  }

  /** How many messages lie between `cursor` and what is here, at most: some of them may have been rejected. */
  missing(cursor: Positions): number {
    return [...this.floors].reduce((sum, [partition, floor]) => {
      return sum + Math.max(0, floor - (cursor.get(partition) ?? -1));
    }, 0);
  }

  /** Everything here that arrived after `cursor`, in the order of arrival. */
  after(cursor: Positions): LiveEvent[] {
    return this.rows.slice(this.head).filter(({ position }) => isAfter(position, cursor));
  }

  /** Takes out rows that turned out not to be new. Their ids stay known. */
  remove(gone: ReadonlySet<LiveEvent>): void {
    this.rows = this.rows.slice(this.head).filter((row) => !gone.has(row));
    this.head = 0;
    this.bytes = this.rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** What of `partition` lies up to `offset` is no longer all here. */
  forget(partition: number, offset: number): void {
    this.floors.set(partition, Math.max(offset, this.floors.get(partition) ?? -1));
  }

  private dropOldest(): void {
    const oldest = this.rows[this.head];
    if (!oldest) return;
    const { partition, offset } = oldest.position;
    this.bytes -= oldest.bytes;
    this.forget(partition, offset);
    this.head += 1;
    if (this.head >= this.limits.rows) {
      this.rows = this.rows.slice(this.head);
      this.head = 0;
    }
  }
}
