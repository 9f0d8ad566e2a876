import type { TableState } from '../table/stored-positions.ts';

/** A partition that nobody has stored rows of for so many milliseconds waits for no turn. */
const IDLE = 2_000;
/** A turn that is not taken passes after the time that an insert took, several times over, within bounds; milliseconds. */
const PATIENCE = 3;
const LONGEST = 1_000;

type Seen = { number: number; at: number };

/**
 * Whose turn it is to insert, when several processes do: an insert upon one that was overtaken is work in vain. Who has
 * inserted waits until each of the others that are at it has inserted too. Nothing depends on it but speed: who waits for
 * somebody in vain goes first after a while.
 */
export class Turns {
  /** By partition: the last insert that had rows of it, and when that was seen here first. */
  private readonly seen = new Map<number, Seen>();
  private mine = 0;
  private took = 0;

  /** What the table says now. */
  note({ positions }: Pick<TableState, 'positions'>, now: number): void {
    for (const [partition, { insert }] of positions) {
      const known = this.seen.get(partition);
      if (known?.number !== insert.number)
        this.seen.set(partition, { number: insert.number, at: known ? now : Number.NEGATIVE_INFINITY });
    }
  }

  /** An insert of this process was kept, as number `number`. */
  inserted(number: number, took: number): void {
    this.mine = number;
    this.took = took;
  }

  /** Milliseconds to wait at most. */
  get patience(): number {
    return Math.min(this.took * PATIENCE, LONGEST);
  }

  /** Whether others are at it who have not inserted since this process did. `own`: partitions of this process. */
  isOthers(own: { has: (partition: number) => boolean }, now: number): boolean {
    return [...this.seen].some(
      ([partition, { number, at }]) => !own.has(partition) && now - at < IDLE && number < this.mine,
    );
  }
}
