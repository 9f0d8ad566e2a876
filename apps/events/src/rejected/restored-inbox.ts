import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { crash } from '@portico/service';
import { Directory } from '../directory/directory.ts';
import { RestoredStore } from '../logs/restored-store.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { refillInbox } from './refill-inbox.ts';

/** Maximum milliseconds by which the inbox in a backup may lag behind the backup's list of events. */
const MAX_INBOX_LAG = 60 * 60_000;

/**
 * Refills the inbox after an operator has restored ClickHouse from a backup. The ingest reads again only from the end of the list, so it
 * does not restore earlier rejections that reached the inbox after the backup.
 */
@Injectable()
export class RestoredInbox implements OnApplicationShutdown {
  private readonly logger = new Logger(RestoredInbox.name);
  private readonly ending = new AbortController();
  private refilling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    store: RestoredStore,
  ) {
    store.listen((storedAt) => this.refill(storedAt));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.refilling;
  }

  private refill(storedAt: number): void {
    this.refilling = this.refilling
      .then(() => this.refillSince(Math.max(0, storedAt - MAX_INBOX_LAG)))
      .catch((error: unknown) => {
        if (!this.ending.signal.aborted) crash(error);
      });
  }

  private async refillSince(from: number): Promise<void> {
    const { kafka, clickhouse, directory } = this;
    const { signal } = this.ending;
    const refill = (): Promise<{ read: number; missing: number }> =>
      refillInbox({ kafka, clickhouse, directory, from, isDryRun: false, signal });
    const report = await untilItWorks('restoring rejected events from Kafka', refill, signal);
    this.logger.warn(report, 'missing rejected events restored from Kafka');
  }
}
