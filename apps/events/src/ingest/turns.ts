import type { TableState } from '../table/stored-positions.ts';

/** Milliseconds without an insert after which a partition's process is not waited for. */
const IDLE = 2_000;
/** A process that does not use its turn is waited for this many times the duration of an insert, within limits in milliseconds. */
const PATIENCE = 3;
const LONGEST = 1_000;

type Seen = { number: number; at: number };

/**
 * Coordinates the inserts of several processes, because an insert with an outdated state of the table is wasted work. After an
 * insert, a process waits until each other active process has inserted too. This only affects speed: waiting ends after a while.
 */
export class Turns {
  /** By partition: its last insert, and when this process first saw it. */
  private readonly seen = new Map<number, Seen>();
  private mine = 0;
  private took = 0;

  /** Updates the inserts from the state of the table. */
  note({ positions }: Pick<TableState, 'positions'>, now: number): void {
    for (const [partition, { insert }] of positions) {
      const known = this.seen.get(partition);
      if (known?.number !== insert.number)
        this.seen.set(partition, { number: insert.number, at: known ? now : Number.NEGATIVE_INFINITY });
    }
  }

  /** Insert `number` of this process was stored; `took` in milliseconds. */
  inserted(number: number, took: number): void {
    this.mine = number;
    this.took = took;
  }

  /** Maximum milliseconds to wait. */
  get patience(): number {
    return Math.min(this.took * PATIENCE, LONGEST);
  }

  /** Whether another active process has not inserted since this one did. `own`: partitions of this process. */
  isOthers(own: { has: (partition: number) => boolean }, now: number): boolean {
    return [...this.seen].some(
      ([partition, { number, at }]) => !own.has(partition) && now - at < IDLE && number < this.mine,
    );
  }
}
