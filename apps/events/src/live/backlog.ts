import { isAfter, type Positions } from '@portico/contracts/events/position';
import type { AcceptedEvent } from '../judge/accepted-event.ts';

/** Rows and bytes of one frame, about; a row is never cut in two. */
const FRAME_ROWS = 1_000;
const FRAME_BYTES = 1024 * 1024;

export type BacklogLimits = { rows: number; bytes: number };
/** What waits for one viewer; rows are shared with the replay buffer, so this bounds the work ahead more than the memory. */
const LIMITS: BacklogLimits = { rows: 10_000, bytes: 8 * 1024 * 1024 };

/**
 * Rows queued for one viewer or several that lack the same, and how far they are. Over its limit the oldest rows are let go and
 * counted: a viewer that cannot keep up gets the number of skipped rows, and slows no other viewer down.
 */
export class Backlog {
  private waiting: AcceptedEvent[] = [];
  /** Index of the oldest row that still waits; the array is cut when a frame is taken, not at every row that is let go. */
  private head = 0;
  private bytes = 0;
  private skipped = 0;
  private readonly known: Map<number, number>;

  constructor(
    cursor: Positions,
    private readonly limits: BacklogLimits = LIMITS,
  ) {
    this.known = new Map(cursor);
  }

  get isEmpty(): boolean {
    return this.size === 0 && this.skipped === 0;
  }

  get size(): number {
    return this.waiting.length - this.head;
  }

  /** How far the viewer is. */
  get place(): Positions {
    return new Map(this.known);
  }

  /** When the oldest row that waits arrived; undefined when none does. */
  get oldest(): number | undefined {
    return this.waiting[this.head]?.publishedAt;
  }

  /** A row that the viewer's cursor covers already is left out, unless it `isLate`: then no cursor covers it. */
  add(row: AcceptedEvent, isLate = false): void {
    if (!isLate && !isAfter(row.position, this.known)) return;
    this.waiting.push(row);
    this.bytes += row.bytes;
    while (this.size > this.limits.rows || this.bytes > this.limits.bytes) this.dropOldest();
  }

  /** The same once more, for who stays behind where others continue. */
  copy(): Backlog {
    const copy = new Backlog(this.known, this.limits);
    copy.waiting = this.waiting.slice(this.head);
    copy.bytes = this.bytes;
    copy.skipped = this.skipped;
    return copy;
  }

  /** Rows that were left out before they came here. */
  skip(rows: number): void {
    this.skipped += rows;
  }

  /** The next frame. `positions` is how far all partitions are read: the viewer's place once nothing waits any more. */
  take(positions: Positions): {
    rows: AcceptedEvent[];
    skipped: number;
    known: Positions;
  } {
    const rows: AcceptedEvent[] = [];
    let bytes = 0;
    for (let row = this.waiting[this.head]; row; row = this.waiting[this.head + rows.length]) {
      if (rows.length === FRAME_ROWS || bytes >= FRAME_BYTES) break;
      rows.push(row);
      bytes += row.bytes;
      this.pass(row);
    }
    this.waiting = this.waiting.slice(this.head + rows.length);
    this.head = 0;
    this.bytes -= bytes;
    if (this.waiting.length === 0) for (const [partition, offset] of positions) this.advance(partition, offset);
    const { skipped } = this;
    this.skipped = 0;
    return { rows, skipped, known: this.known };
  }

  private dropOldest(): void {
    const oldest = this.waiting[this.head];
    if (!oldest) return;
    this.bytes -= oldest.bytes;
    this.skipped += 1;
    this.pass(oldest);
    this.head += 1;
    if (this.head < this.limits.rows) return;
    this.waiting = this.waiting.slice(this.head);
    this.head = 0;
  }

  private pass({ position }: AcceptedEvent): void {
    this.advance(position.partition, position.offset);
  }

  private advance(partition: number, offset: number): void {
    this.known.set(partition, Math.max(offset, this.known.get(partition) ?? -1));
  }
}
