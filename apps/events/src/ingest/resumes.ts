import { Inject, Injectable, Logger } from '@nestjs/common';
import { KAFKA, type Kafka, withAdmin } from '@portico/kafka';
import { CONFIG, Counter } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { RestoredStore } from '../logs/restored-store.ts';
import type { Settled } from '../logs/settled.ts';
import { logRanges, settledPositions } from '../logs/topic-offsets.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { DAY } from '../table/schema/buckets.ts';
import { readTableState } from '../table/stored-positions.ts';
import { type Resume, resumeAfter, settledAt } from '../logs/resume.ts';
import type { StoredPart } from './uncommitted-activity.query.ts';

/** Where reading of a partition continues. `settled`: up to where messages are stored or rejected. `commit`: the state to commit now. */
export type Start = { resume: Resume; settled: Settled; commit: Settled; stored: StoredPart | null };

/** Determines where reading begins, from the table, the commits, and Kafka's logs. */
@Injectable()
export class Resumes {
  private readonly logger = new Logger(Resumes.name);
  private readonly breaks = new Counter({
    name: 'portico_ingest_history_breaks_total',
    help: 'Partitions that could not just be continued: another log, a ClickHouse that went back, a gap in Kafka, or events of an earlier log that are gone',
    labelNames: ['kind'],
  });

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(CONFIG) private readonly config: EventsConfig,
    private readonly clickhouse: ClickHouse,
    private readonly restored: RestoredStore,
  ) {
    for (const kind of ['new_log', 'went_back', 'gap', 'lost']) this.breaks.inc({ kind }, 0);
  }

  /**
   * @param goneEpochs epochs whose log no longer exists, by partition.
   * @throws if Kafka or ClickHouse is unavailable.
   */
  async of(partitions: ReadonlySet<number>, goneEpochs: ReadonlyMap<number, number>): Promise<Map<number, Start>> {
    const keptSince = Date.now() - this.config.EVENTS_RETENTION_DAYS * DAY;
    const { committed, table, logs } = await withAdmin(this.kafka, async (admin) => ({
      committed: await settledPositions(admin),
      table: await readTableState(this.clickhouse),
      // The logs are read last. Otherwise, events that another process stores meanwhile would appear to be beyond the end of a log.
      logs: await logRanges(admin),
    }));
    const starts = new Map<number, Start>();
    for (const partition of partitions) {
      const [stored, settled] = [table.positions.get(partition), committed.get(partition)];
      const log = logs.get(partition) ?? { begin: 0, end: 0 };
      const goneEpoch = goneEpochs.get(partition) ?? -1;
      const resume = resumeAfter({ stored, settled, log, goneEpoch, keptSince });
      this.report(partition, resume);
      const begin = settledAt(resume, stored?.place ?? -1);
      const isChanged = !settled || begin.place !== settled.place || resume.isNewLog;
      const after = settled?.place ?? -1;
      const since = settled?.mark?.publishedAt ?? null;
      const part = stored ? { partition, after, since, place: stored.place, publishedAt: stored.publishedAt } : null;
      starts.set(partition, { resume, settled: begin, commit: isChanged ? begin : settled, stored: part });
    }
    this.reportLost(starts);
    if ([...starts.values()].some(({ resume }) => resume.wentBack)) this.restored.seen(table.head.storedAt);
    return starts;
  }

  private report(partition: number, { epoch, from, isNewLog, wentBack, gap }: Resume): void {
    if (isNewLog)
      this.tell(
        'new_log',
        { partition, epoch },
        'event topic was recreated, truncated or restored, reading it from the start',
      );
    if (wentBack)
      this.tell(
        'went_back',
        { partition, from },
        'ClickHouse lost stored events, reading Kafka again from this offset',
      );
    if (gap) this.tell('gap', { partition, ...gap }, 'Kafka no longer has these offsets, their events are lost');
  }

  /** Logs one line for all partitions, because a loss of data in ClickHouse affects every partition. */
  private reportLost(starts: ReadonlyMap<number, Start>): void {
    const lost = [...starts].flatMap(([partition, { resume }]) =>
      resume.lost ? [{ partition, from: resume.lost, to: { epoch: resume.epoch, offset: 0 } }] : [],
    );
    if (lost.length === 0) return;
    this.breaks.inc({ kind: 'lost' }, lost.length);
    this.logger.error({ lost }, 'ClickHouse lost events of an earlier topic, Kafka no longer has them');
  }

  private tell(kind: string, about: object, message: string): void {
    this.breaks.inc({ kind });
    this.logger.error(about, message);
  }
}
