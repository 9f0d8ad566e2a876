import { isAfter, type Positions } from '@portico/contracts/events/position';
import type { AcceptedEvent } from '../judge/accepted-event.ts';

const MAX_FRAME_ROWS = 1_000;
/** A frame ends with the row that reaches this number of bytes. */
const FRAME_BYTES = 1024 * 1024;

type BacklogLimits = { rows: number; bytes: number };
const LIMITS: BacklogLimits = { rows: 10_000, bytes: 8 * 1024 * 1024 };

/**
 * The waiting rows of one viewer, or of several viewers who lack the same rows, and the viewers' position. Beyond the limits, the backlog
 * drops and counts the oldest rows: a slow viewer gets the number of skipped rows, and does not delay other viewers.
 */
export class Backlog {
  private waiting: AcceptedEvent[] = [];
  /** Index of the oldest waiting row in `waiting`, which keeps some rows that were already dropped. */
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

  /** The positions up to which the viewer has all rows. */
  get place(): Positions {
    return new Map(this.known);
  }

  /** Arrival time of the oldest waiting row, in milliseconds since 1970. */
  get oldest(): number | undefined {
    return this.waiting[this.head]?.publishedAt;
  }

  /** Adds a row, unless the viewer's position covers the row. A late row is always added, because viewers lack it at any position. */
  add(row: AcceptedEvent, isLate = false): void {
    if (!isLate && !isAfter(row.position, this.known)) return;
    this.waiting.push(row);
    this.bytes += row.bytes;
    while (this.size > this.limits.rows || this.bytes > this.limits.bytes) this.dropOldest();
  }

  copy(): Backlog {
    const copy = new Backlog(this.known, this.limits);
    copy.waiting = this.waiting.slice(this.head);
    copy.bytes = this.bytes;
    copy.skipped = this.skipped;
    return copy;
  }

  /** Counts rows that were dropped earlier. */
  skip(rows: number): void {
    this.skipped += rows;
  }

  /** Removes and returns the next frame. Once no more rows wait, the viewer's position moves to the feed's `positions`. */
  take(positions: Positions): { rows: AcceptedEvent[]; skipped: number; known: Positions } {
    const rows: AcceptedEvent[] = [];
    let bytes = 0;
    for (let row = this.waiting[this.head]; row; row = this.waiting[this.head + rows.length]) {
      if (rows.length === MAX_FRAME_ROWS || bytes >= FRAME_BYTES) break;
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
