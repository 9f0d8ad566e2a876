import { identityOf } from '@portico/contracts/events/event-identity';
import { epochOf, offsetOf, type Positions } from '@portico/contracts/events/position';
import { RecentIds } from './recent-ids.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { RowBlock } from './row-block.ts';

/** `bytes`: maximum memory in total. `block`: rows of one block, and bytes of their texts. Rows are dropped by whole blocks. */
type ReplayLimits = { bytes: number; block: { rows: number; bytes: number } };

/** Enough for 20 seconds of 10,000 events per second, if an event's texts take up to 240 bytes without field names. */
const LIMITS: ReplayLimits = { bytes: 64 * 1024 * 1024, block: { rows: 4_096, bytes: 4_096 * 192 } };

/** A row in the buffer. `row`: index in the block. */
export type StoredRow = { block: RowBlock; row: number };
export type Wants = (block: RowBlock, row: number) => boolean;

/**
 * Keeps the latest rows of all partitions as bytes. `floors`: the position of each partition after which no row is missing. These positions
 * determine whether a viewer can continue from memory.
 */
export class ReplayBuffer {
  private readonly seen = new RecentIds();
  private readonly blocks: RowBlock[] = [];
  private bytes = 0;
  private readonly floors: Map<number, number>;

  /** @param start the position of each partition after which the caller will add all rows. */
  constructor(
    start: Positions,
    private readonly limits: ReplayLimits = LIMITS,
  ) {
    this.floors = new Map(start);
  }

  /** Adds a row. Returns false for a repeated event, even if the buffer has dropped the first row of the event. */
  add(row: AcceptedEvent): boolean {
    if (!this.seen.add(identityOf(row.event))) return false;
    let last = this.blocks.at(-1);
    if (!last?.hasRoomFor(row)) last = this.addBlock(RowBlock.sizeOf(row));
    last.add(row);
    return true;
  }

  /** Remembers the identity (from `identityOf`) of an event that is not in the buffer. */
  remember(identity: string): void {
    this.seen.add(identity);
  }

  /** Whether the buffer contains all rows that arrived after `cursor`. */
  covers(cursor: Positions): boolean {
    return [...this.floors].every(([partition, floor]) => (cursor.get(partition) ?? -1) >= floor);
  }

  /**
   * The maximum number of rows missing between `cursor` and the buffer: the number of messages, some of which may have been rejected.
   * Excludes messages in earlier logs, because the end of an earlier log is unknown.
   */
  missing(cursor: Positions): number {
    return [...this.floors].reduce((sum, [partition, floor]) => sum + between(cursor.get(partition) ?? -1, floor), 0);
  }

  /** The last `limit` matching rows that arrived after `cursor`, in order of arrival, and the number of omitted ones. */
  after(cursor: Positions, wants: Wants, limit: number): { rows: StoredRow[]; more: number } {
    const rows: StoredRow[] = [];
    let more = 0;
    for (const block of this.blocks.toReversed()) {
      if (!block.reachesBeyond(cursor)) continue;
      const isAfter = afterIn(block, cursor);
      for (let row = block.size - 1; row >= 0; row -= 1) {
        if (!isAfter(row) || !wants(block, row)) continue;
        if (rows.length < limit) rows.push({ block, row });
        else more += 1;
      }
    }
    return { rows: rows.toReversed(), more };
  }

  /** Marks `partition` as incomplete up to `offset`. */
  forget(partition: number, offset: number): void {
    this.floors.set(partition, Math.max(offset, this.floors.get(partition) ?? -1));
  }

  private addBlock(size: number): RowBlock {
    const { block: limit, bytes: most } = this.limits;
    const added = new RowBlock(limit.rows, Math.max(limit.bytes, size));
    this.blocks.push(added);
    this.bytes += added.bytes;
    while (this.bytes > most && this.blocks.length > 1) this.dropOldest();
    return added;
  }

  private dropOldest(): void {
    const oldest = this.blocks.shift();
    if (!oldest) return;
    this.bytes -= oldest.bytes;
    for (const [partition, offset] of oldest.furthest) this.forget(partition, offset);
  }
}

/** The number of offsets after `known`, up to `place`. Counts only offsets in the log of `place`. */
function between(known: number, place: number): number {
  if (place <= known) return 0;
  return epochOf(place + 1) === epochOf(known + 1) ? place - known : offsetOf(place + 1);
}

/** Returns a test of whether a row of the block is after `known`. Looks up a partition once for adjacent rows of the same partition. */
function afterIn(block: RowBlock, known: Positions): (row: number) => boolean {
  let partition = -1;
  let upTo = -1;
  return (row) => {
    const own = block.partition[row] ?? 0;
    if (own !== partition) {
      partition = own;
      upTo = known.get(own) ?? -1;
    }
    return (block.offset[row] ?? 0) > upTo;
  };
}
