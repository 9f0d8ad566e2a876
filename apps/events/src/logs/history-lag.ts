import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { formatCursor, offsetOf, type Positions } from '@portico/contracts/events/position';
import { type Admin, KAFKA, type Kafka } from '@portico/kafka';
import { Loop } from '@portico/service';
import { LagMarks } from './lag-marks.ts';
import { coveredBy, type Settled, type StoredPlace } from './settled.ts';
import { logRanges, settledPositions } from './topic-offsets.ts';

/** Milliseconds between two looks at Kafka. */
const LOOK_EVERY = 1_000;
/** Milliseconds from which readers see that the history is behind: an insert under load takes a second. */
const LAGGING = 5_000;

/** Milliseconds by which the clocks of Kafka and this machine may differ. */
const CLOCKS = 5_000;

/**
 * How far the history (what `GET /events` lists) is behind what arrived in Kafka, whichever process stores it: each
 * process asks Kafka itself every second for the ends of the topic and for what the ingest has settled. While Kafka does
 * not answer, the last known state ages.
 */
@Injectable()
export class HistoryLag implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly admin: Admin;
  private readonly marks = new LagMarks();
  private readonly loop = new Loop({ name: 'consumer lag', next: () => this.look(), pause: LOOK_EVERY });
  private settled: ReadonlyMap<number, Settled> = new Map();

  constructor(@Inject(KAFKA) kafka: Kafka) {
    this.admin = kafka.admin();
  }

  /** Moment by which the oldest event that is neither stored nor rejected had arrived; null when none waits. */
  get waitingSince(): number | null {
    return this.marks.oldest;
  }

  /** Moment before which everything that arrived is stored or rejected. While Kafka does not answer, it stays. */
  get completeTo(): number {
    return Math.max(0, this.marks.settledTo - CLOCKS);
  }

  /** What a list knows that was read when these were the last stored places. */
  coveredBy(stored: Positions): Positions {
    return coveredBy(stored, this.settled);
  }

  /**
   * Whether a table with these last places has all that was stored, other than what it let go since: not while a ClickHouse that was
   * restored to an older state is read to again.
   * @param keptSince - moment since which it keeps events, in milliseconds since 1970
   */
  isHeldBy(stored: Positions, keptSince: number): boolean {
    return [...this.settled].every(
      ([partition, { stored: needed, mark }]) =>
        (needed ?? -1) <= (stored.get(partition) ?? -1) || (mark !== null && mark.publishedAt < keptSince),
    );
  }

  /** {@link coveredBy} as a cursor. */
  cursorOf(stored: readonly StoredPlace[]): string {
    return formatCursor(this.coveredBy(new Map(stored.map(({ partition, place }) => [partition, place]))));
  }

  /** Events that wait. */
  get waiting(): number {
    return this.marks.waiting;
  }

  /** How long the oldest one has waited, in milliseconds; 0 when none waits. */
  milliseconds(now = Date.now()): number {
    return this.waitingSince === null ? 0 : Math.max(0, now - this.waitingSince);
  }

  /** The same by partition. */
  millisecondsByPartition(now = Date.now()): Map<number, number> {
    return new Map(
      [...this.marks.oldestByPartition].map(([partition, at]) => [partition, at === null ? 0 : Math.max(0, now - at)]),
    );
  }

  /** Whether readers of the history should know that it is behind. */
  isLagging(now = Date.now()): boolean {
    return this.milliseconds(now) > LAGGING;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.admin.disconnect();
  }

  private async look(): Promise<false> {
    await this.admin.connect();
    // What is settled is read first: so an event that is settled in between counts as waiting, never the other way.
    this.settled = await settledPositions(this.admin);
    const offsets = [...this.settled].map(([partition, { place }]) => [partition, offsetOf(place + 1) - 1] as const);
    const at = Date.now();
    this.marks.note(await logRanges(this.admin), new Map(offsets), at);
    return false;
  }
}
