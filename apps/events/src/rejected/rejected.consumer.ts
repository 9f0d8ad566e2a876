import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { ConsumerLoop, type EachBatchPayload, KAFKA, type Kafka, SHARED_GROUP } from '@portico/kafka';
import { crash, Unavailable } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { storeOrReject } from '../table/store-or-reject.ts';
import { toRejectedRow } from './rejected-row.ts';
import type { StoredRejected } from './rejected.query.ts';

/** Milliseconds between two attempts while ClickHouse cannot store. */
const RETRY_PAUSE = 1_000;

/**
 * Stores rejected events for display. Each batch is stored before its offsets are committed; after a crash a row may be stored again,
 * and the table merges it.
 */
@Injectable()
export class RejectedConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RejectedConsumer.name);
  private readonly loop: ConsumerLoop;
  private readonly ending = new AbortController();

  constructor(
    @Inject(KAFKA) kafka: Kafka,
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
    quarantine: Quarantine,
  ) {
    this.loop = new ConsumerLoop(kafka, {
      topics: [REJECTED_EVENTS_TOPIC],
      consumer: { groupId: 'events.rejected', ...SHARED_GROUP },
      commits: 'each batch',
      eachBatch: (payload) => this.keep(payload),
      quarantine: quarantine.add,
      failed: (error) => this.fail(error),
    });
  }

  onApplicationBootstrap(): void {
    void this.start().catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.loop.stop();
  }

  private async start(): Promise<void> {
    await Promise.all([this.schema.migrated, this.follower.caughtUp()]);
    await untilItWorks('connecting rejected events to Kafka', () => this.loop.begin(), this.ending.signal);
  }

  private async keep({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const rows = batch.messages.map((message) => toRejectedRow(message, this.directory)).filter((row) => row !== null);
    if (rows.length === 0) return;
    while (!(await this.isStored(rows))) {
      await sleep(RETRY_PAUSE, undefined, { signal: this.ending.signal });
      await heartbeat();
    }
  }

  /** A row that ClickHouse rejects is skipped, so that it does not block the others; the topic still has it. */
  private readonly leaveOut = async (row: StoredRejected, error: Error): Promise<void> => {
    const { kafka_partition: partition, kafka_offset: offset } = row;
    this.logger.error(
      { partition, offset, error: error.message },
      'storing a rejected event failed, omitted from the inbox',
    );
  };

  /** @throws any error that does not mean that ClickHouse is unavailable: a defect. */
  private async isStored(rows: readonly StoredRejected[]): Promise<boolean> {
    try {
      await storeOrReject(rows, (some) => this.clickhouse.insert('rejected_events', some), this.leaveOut);
      return true;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.logger.warn({ error: error.message }, 'storing rejected events failed, retrying');
      return false;
    }
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('rejected events consumer failed');
    crash(error);
  }
}
