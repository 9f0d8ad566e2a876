import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Positions } from '@portico/contracts/events/position';
import { type Admin, KAFKA, type Kafka } from '@portico/kafka';
import { INGEST_GROUP, logRanges, settledOffsets } from './topic-offsets.ts';
import { LagMarks } from './lag-marks.ts';

/** How often Kafka is asked, in milliseconds. */
const LOOK_EVERY = 1_000;
/** A history that is this far behind is worth telling of: an insert under load takes a second. */
const LAGGING = 5_000;

/**
 * How far the history (what `GET /events` lists) is behind what arrived in Kafka, whichever process stores it: each
 * process asks Kafka itself every second for the ends of the topic and for what the ingest has settled. While Kafka does
 * not answer, the last known state ages.
 */
@Injectable()
export class HistoryLag implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(HistoryLag.name);
  private readonly admin: Admin;
  private readonly marks = new LagMarks();
  private readonly ending = new AbortController();
  private committed: Positions = new Map();

  constructor(@Inject(KAFKA) kafka: Kafka) {
    this.admin = kafka.admin();
  }

  /** Moment by which the oldest event that is neither stored nor rejected had arrived; null when none waits. */
  get waitingSince(): number | null {
    return this.marks.oldest;
  }

  /** The last offset of each partition that the ingest has stored, rejected or found to be published before. */
  get settled(): Positions {
    return this.committed;
  }

  /** Events that wait. */
  get waiting(): number {
    return this.marks.waiting;
  }

  /** How long the oldest one has waited, in milliseconds; 0 when none waits. */
  milliseconds(now = Date.now()): number {
    return this.waitingSince === null ? 0 : Math.max(0, now - this.waitingSince);
  }

  /** Whether readers of the history should know that it is behind. */
  isLagging(now = Date.now()): boolean {
    return this.milliseconds(now) > LAGGING;
  }

  onApplicationBootstrap(): void {
    void this.follow();
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.admin.disconnect();
  }

  private async follow(): Promise<void> {
    while (!this.ending.signal.aborted) {
      await this.look().catch((error: unknown) =>
        this.logger.debug({ error: String(error) }, 'reading the consumer lag failed, retrying'),
      );
      await sleep(LOOK_EVERY, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    await this.admin.connect();
    // What is settled is read first: so an event that is settled in between counts as waiting, never the other way.
    const settled = await settledOffsets(this.admin, INGEST_GROUP);
    this.committed = settled;
    this.marks.note(await logRanges(this.admin), settled, Date.now());
  }
}
