import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleDestroy, Optional } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import { inBackground } from '../../table/clickhouse/question.ts';
import { Watchers } from '../../logs/watchers.ts';
import { Follower, type TableMoment } from './follower.ts';
import { KeptParts, type Known } from './kept-parts.ts';
import { PartLoader } from './part-loader.ts';
import { type Length, TablePart, tablePartsStatement } from './parts.query.ts';

/** Milliseconds until it is tried again what had no room, or failed. */
const PAUSE = 60_000;
/** Rows that are kept of the newest, at least. */
const NEWEST = 2_000;
/** Milliseconds since the last look after which much may have come, and of the longest wait for the next one. */
const OLDEST = 2_000;
/** Milliseconds for which a moment is a good guess of now. */
const OLD = 60_000;
/** Looks at a table whose parts are merged before they are read. */
const ATTEMPTS = 3;

/** Of one length of buckets. `closedUntil`: milliseconds since 1970 until which nothing is kept. */
type Kept = { parts: KeptParts; loader: PartLoader; closedUntil: number };

/**
 * The counts of the table's projections, and its newest rows, in memory. A part of the table never changes, so what is known of it
 * holds for as long as it is there, and one cheap statement says which parts there are. README.md beside this file says more.
 */
@Injectable()
export class KeptCounts implements OnModuleDestroy {
  private readonly logger = new Logger(KeptCounts.name);
  private readonly most: number;
  private readonly kept: Record<Length, Kept>;
  private readonly follower: Follower;

  constructor(
    private readonly clickhouse: ClickHouse,
    @Inject(CONFIG) { EVENTS_COUNTS_IN_MEMORY: most }: { EVENTS_COUNTS_IN_MEMORY: number },
    watchers: Watchers,
    @Optional() newest = NEWEST,
  ) {
    this.most = most;
    const keptOf = (length: Length, rows: number): Kept => {
      const parts = new KeptParts(length, rows);
      return { parts, loader: new PartLoader(clickhouse, parts, length, most, rows), closedUntil: 0 };
    };
    this.kept = { day: keptOf('day', newest), hour: keptOf('hour', 0) };
    this.follower = new Follower(
      (since) => inBackground(() => this.look(since)),
      () => watchers.areThere(),
    );
  }

  onModuleDestroy(): void {
    this.follower.stop();
  }

  /** What was known at some moment of the last minute. */
  get latest(): TableMoment | null {
    const { latest } = this.follower;
    return latest && performance.now() - latest.since < OLD ? latest : null;
  }

  /**
   * What is known of a moment after the call. Null while it is not kept, and where the table is not followed, or not fast enough:
   * then ClickHouse answers sooner.
   */
  async ask(): Promise<TableMoment | null> {
    if (this.most === 0) return null;
    this.follower.want();
    const { latest } = this.follower;
    if (latest === null || performance.now() - latest.since > OLDEST) return null;
    const later = this.follower.now().catch(() => null);
    return Promise.race([later, sleep(OLDEST, null, { ref: false })]);
  }

  /** What is known of now. @throws Problem `unavailable` while ClickHouse cannot answer. */
  now(): Promise<TableMoment> {
    return this.follower.now();
  }

  private async look(since: number): Promise<TableMoment> {
    const isClosed = Object.values(this.kept).every(({ closedUntil }) => Date.now() < closedUntil);
    if (isClosed) return { since, day: null, hour: null };
    for (let attempt = 1; ; attempt += 1) {
      const parts = await this.guarded(this.clickhouse.rowsNow(TablePart, tablePartsStatement));
      const [day, hour] = await Promise.all([this.knownOf('day', parts), this.knownOf('hour', parts)]);
      const isMissed = [day, hour].includes('missed');
      if (!isMissed || attempt === ATTEMPTS)
        return { since, day: day === 'missed' ? null : day, hour: hour === 'missed' ? null : hour };
    }
  }

  /** After ClickHouse was away the table may be another: what is known is compared first. */
  private guarded<Answer>(reading: Promise<Answer>): Promise<Answer> {
    return reading.catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'unavailable')
        for (const { loader } of Object.values(this.kept)) loader.distrust();
      throw error;
    });
  }

  /** Null where nothing is kept; `missed` where one of the parts was gone before it was read. */
  private async knownOf(length: Length, parts: readonly TablePart[]): Promise<Known | 'missed' | null> {
    const kept = this.kept[length];
    if (Date.now() < kept.closedUntil) return null;
    try {
      await kept.loader.compare();
      kept.parts.missing(parts);
      if (!(await kept.loader.load(parts))) {
        kept.parts.clear();
        this.logger.log({ most: this.most }, 'there are too many counts of events to keep them in memory');
        kept.closedUntil = Date.now() + PAUSE;
        return null;
      }
      await kept.loader.refill(parts);
      return kept.parts.of(parts) ?? 'missed';
    } catch (error) {
      this.logger.debug({ error: String(error) }, 'reading the counts of events failed');
      kept.closedUntil = Date.now() + PAUSE;
      return null;
    }
  }
}
