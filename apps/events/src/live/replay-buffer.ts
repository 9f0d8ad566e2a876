import { identityOf } from '@portico/contracts/events/event-identity';
import { epochOf, offsetOf, type Positions } from '@portico/contracts/events/position';
import { RecentIds } from './recent-ids.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { RowBlock } from './row-block.ts';

/** `bytes` of memory in all; rows and bytes of texts of one block, the unit in which rows are dropped. */
export type ReplayLimits = { bytes: number; block: { rows: number; bytes: number } };

/** 20 seconds of 10,000 events a second, whose texts without the names of their fields take up to 240 bytes. */
const LIMITS: ReplayLimits = { bytes: 64 * 1024 * 1024, block: { rows: 4_096, bytes: 4_096 * 192 } };

/** Where a row stands. */
export type StoredRow = { block: RowBlock; row: number };
/** Judges a row by its columns. */
export type Wants = (block: RowBlock, row: number) => boolean;

/**
 * The last arrivals of all partitions, as bytes. It remembers for each partition from where on it holds everything, so that
 * it can say whether a viewer can be continued from memory.
 */
export class ReplayBuffer {
  private readonly seen = new RecentIds();
  private readonly blocks: RowBlock[] = [];
  private bytes = 0;
  private readonly floors: Map<number, number>;

  /** `start`: the last offset of each partition of which nothing is going to be added. */
  constructor(
    start: Positions,
    private readonly limits: ReplayLimits = LIMITS,
  ) {
    this.floors = new Map(start);
  }

  /** False when the same event was here before, and may be gone: it was published twice. */
  add(row: AcceptedEvent): boolean {
    if (!this.seen.add(identityOf(row.event))) return false;
    let last = this.blocks.at(-1);
    if (!last?.hasRoomFor(row)) last = this.addBlock(RowBlock.sizeOf(row));
    last.add(row);
    return true;
  }

  /** An event of this identity, as `identityOf` writes it, is not here, but was. */
  remember(identity: string): void {
    this.seen.add(identity);
  }

  /** Whether everything that arrived after `cursor` is here. */
  covers(cursor: Positions): boolean {
    return [...this.floors].every(([partition, floor]) => (cursor.get(partition) ?? -1) >= floor);
  }

  /**
   * How many messages lie between `cursor` and what is here, at most: some of them may have been rejected. Of an earlier log
   * than that of what is here nothing is counted, since nobody knows how far it reached.
   */
  missing(cursor: Positions): number {
    return [...this.floors].reduce((sum, [partition, floor]) => sum + between(cursor.get(partition) ?? -1, floor), 0);
  }

  /**
   * The last `limit` rows that arrived after `cursor` and are wanted, in the order of row, and how many more there are.
   */
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

  /** What of `partition` lies up to `offset` is no longer all here. */
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

/** How many places lie after `known`, up to `place`, in the log that comes after `place`. */
function between(known: number, place: number): number {
  if (place <= known) return 0;
  return epochOf(place + 1) === epochOf(known + 1) ? place - known : offsetOf(place + 1);
}

/** Whether a row of the block lies after `known`. Neighbours are of one partition as a rule. */
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
