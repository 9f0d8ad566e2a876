import { epochOf, type Positions } from '@portico/contracts/events/position';
import type { JudgedMessage } from '../judge/judged-message.ts';
import { type Settled, settledWith } from '../logs/settled.ts';
import { Batch } from './batch.ts';

/**
 * The partitions that this process reads, until Kafka assigns other partitions, a log changes, or ClickHouse loses data. Messages that
 * wait in the batch are then dropped, and the next assignment reads them again.
 */
export class Assignment {
  readonly batch = new Batch();
  /** Aborted when the assignment or the service ends. */
  readonly signal: AbortSignal;
  private readonly ending = new AbortController();
  private settled: Map<number, Settled> | null = null;

  constructor(
    readonly partitions: ReadonlySet<number>,
    serviceEnds: AbortSignal,
  ) {
    this.signal = AbortSignal.any([serviceEnds, this.ending.signal]);
  }

  /** Whether this process knows where to start reading each partition. */
  get hasBegun(): boolean {
    return this.settled !== null;
  }

  get isOver(): boolean {
    return this.ending.signal.aborted;
  }

  /** The position of the last stored event of each partition; -1 for a partition without stored events. */
  get stored(): Positions {
    return new Map([...this.partitions].map((partition) => [partition, this.settled?.get(partition)?.stored ?? -1]));
  }

  begin(settled: ReadonlyMap<number, Settled>): void {
    this.settled = new Map(settled);
  }

  end(): void {
    this.ending.abort(new Error('another assignment begins'));
  }

  /** The state to commit for each partition; empty until {@link hasBegun}. */
  get allSettled(): ReadonlyMap<number, Settled> {
    return this.settled ?? new Map();
  }

  settledOf(partition: number): ReadonlyMap<number, Settled> {
    const settled = this.settled?.get(partition);
    return new Map(settled ? [[partition, settled]] : []);
  }

  /** The epoch of the log from which a partition is read. */
  epochOf(partition: number): number {
    return epochOf((this.settled?.get(partition)?.place ?? -1) + 1);
  }

  /**
   * Records that each of these messages is stored, rejected or a duplicate.
   * @param stored the position of the last stored event of each partition.
   * @returns the state to commit for each partition.
   */
  settle(messages: readonly JudgedMessage[], stored: Positions): ReadonlyMap<number, Settled> {
    const lasts = new Map<number, JudgedMessage>();
    for (const message of messages) lasts.set(message.position.partition, message);
    const settled = new Map(
      [...lasts].map(([partition, last]) => [partition, settledWith(last, stored.get(partition) ?? -1)]),
    );
    for (const [partition, one] of settled) this.settled?.set(partition, one);
    return settled;
  }
}
