import type { TableState } from '../table/stored-positions.ts';

/** Milliseconds without an insert after which other processes no longer wait for a partition's process. */
const IDLE = 2_000;
/** Maximum wait for other processes, as a multiple of the duration of this process's last insert. */
const PATIENCE = 3;
/** Maximum wait for other processes in milliseconds. */
const LONGEST = 1_000;

type Seen = { number: number; at: number };

/**
 * Coordinates the inserts of several processes, because an insert with an outdated state of the table is wasted work. After an
 * insert, a process waits until each other active process has inserted too. Waiting has a time limit, because it only affects speed.
 */
export class Turns {
  /** The last insert of each partition, and when this process first saw the insert. */
  private readonly seen = new Map<number, Seen>();
  private mine = 0;
  private took = 0;

  /** Updates the last insert of each partition from the state of the table. */
  note({ positions }: Pick<TableState, 'positions'>, now: number): void {
    for (const [partition, { insert }] of positions) {
      const known = this.seen.get(partition);
      if (known?.number !== insert.number)
        this.seen.set(partition, { number: insert.number, at: known ? now : Number.NEGATIVE_INFINITY });
    }
  }

  /** Records that insert `number` of this process was stored. `took`: the duration of the insert in milliseconds. */
  inserted(number: number, took: number): void {
    this.mine = number;
    this.took = took;
  }

  /** Maximum milliseconds to wait for other processes. */
  get patience(): number {
    return Math.min(this.took * PATIENCE, LONGEST);
  }

  /** Whether another active process has not inserted since this process's last insert. `own`: partitions of this process. */
  isOthers(own: { has: (partition: number) => boolean }, now: number): boolean {
    return [...this.seen].some(
      ([partition, { number, at }]) => !own.has(partition) && now - at < IDLE && number < this.mine,
    );
  }
}
