import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { formatCursor, offsetOf, type Positions } from '@portico/contracts/events/position';
import { type Admin, KAFKA, type Kafka } from '@portico/kafka';
import { Loop } from '@portico/service';
import { LagMarks } from './lag-marks.ts';
import { coveredBy, type Settled, type StoredPlace } from './settled.ts';
import { logRanges, settledPositions } from './topic-offsets.ts';

const POLL_MS = 1_000;
/** Milliseconds of lag beyond which readers get a warning. An insert under load takes one second. */
const WARNING_LAG_MS = 5_000;
/** Maximum clock difference between Kafka and this machine, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 5_000;

/**
 * Measures how far the history (the content of `GET /events`) lags behind Kafka. Another process may run the ingest, so each process
 * asks Kafka every second for the ends of the topics and the ingest's commits. While Kafka does not respond, the last state remains.
 */
@Injectable()
export class HistoryLag implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly admin: Admin;
  private readonly marks = new LagMarks();
  private readonly loop = new Loop({ name: 'measuring consumer lag', next: () => this.measure(), pause: POLL_MS });
  private settled: ReadonlyMap<number, Settled> = new Map();

  constructor(@Inject(KAFKA) kafka: Kafka) {
    this.admin = kafka.admin();
  }

  /** A time by which the oldest waiting event had arrived, in milliseconds since 1970; null if no event waits to be stored. */
  get waitingSince(): number | null {
    return this.marks.oldest;
  }

  /** Every event that arrived before this time, in milliseconds since 1970, is stored or rejected. */
  get completeTo(): number {
    return Math.max(0, this.marks.settledTo - MAX_CLOCK_SKEW_MS);
  }

  /** Returns the positions up to which a list is complete. `stored`: the stored positions when the list was read. */
  coveredBy(stored: Positions): Positions {
    return coveredBy(stored, this.settled);
  }

  /**
   * Whether a table with these last places has every row that the ingest has stored, apart from expired rows. False while the ingest
   * refills a restored ClickHouse.
   * @param keptSince - start of the retention, in milliseconds since 1970.
   */
  isHeldBy(stored: Positions, keptSince: number): boolean {
    return [...this.settled].every(
      ([partition, { stored: needed, mark }]) =>
        (needed ?? -1) <= (stored.get(partition) ?? -1) || (mark !== null && mark.publishedAt < keptSince),
    );
  }

  /** {@link coveredBy}, as a cursor. */
  cursorOf(stored: readonly StoredPlace[]): string {
    return formatCursor(this.coveredBy(new Map(stored.map(({ partition, place }) => [partition, place]))));
  }

  get waiting(): number {
    return this.marks.waiting;
  }

  /** Age of the oldest waiting event in milliseconds; 0 if no event waits. */
  milliseconds(): number {
    return ageOf(this.waitingSince);
  }

  /** {@link milliseconds}, by partition. */
  millisecondsByPartition(): Map<number, number> {
    return new Map([...this.marks.oldestByPartition].map(([partition, at]) => [partition, ageOf(at)]));
  }

  /** Whether the history lags so far that readers get a warning. */
  isLagging(): boolean {
    return this.milliseconds() > WARNING_LAG_MS;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.admin.disconnect();
  }

  private async measure(): Promise<false> {
    await this.admin.connect();
    // Reads commits before ends, so that an event stored between the two reads counts as waiting. The reverse order would hide lag.
    this.settled = await settledPositions(this.admin);
    const offsets = [...this.settled].map(([partition, { place }]) => [partition, offsetOf(place + 1) - 1] as const);
    const at = Date.now();
    this.marks.note(await logRanges(this.admin), new Map(offsets), at);
    return false;
  }
}

const ageOf = (at: number | null): number => (at === null ? 0 : Math.max(0, Date.now() - at));
