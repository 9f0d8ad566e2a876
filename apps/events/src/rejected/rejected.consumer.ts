import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { type EachBatchPayload, KAFKA, type Kafka } from '@portico/kafka';
import { Unavailable } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { StoringConsumer } from '../table/storing-consumer.ts';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import { storeOrReject } from '../table/store-or-reject.ts';
import { toRejectedRow } from './rejected-row.ts';
import type { StoredRejected } from './rejected.query.ts';

const RETRY_PAUSE = 1_000;

/**
 * Stores rejected events for display. Stores each batch before it commits the batch's offsets. After a crash, the consumer may store a row
 * again; the table merges the duplicates.
 */
@Injectable()
export class RejectedConsumer extends StoringConsumer {
  constructor(
    @Inject(KAFKA) kafka: Kafka,
    quarantine: Quarantine,
    schema: Schema,
    follower: DirectoryFollower,
    private readonly directory: Directory,
    private readonly clickhouse: ClickHouse,
  ) {
    super(kafka, quarantine, {
      topic: REJECTED_EVENTS_TOPIC,
      groupId: 'events.rejected',
      records: 'rejected events',
      ready: () => Promise.all([schema.migrated, follower.caughtUp()]),
    });
  }

  protected async keep({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const rows = batch.messages.map((message) => toRejectedRow(message, this.directory)).filter((row) => row !== null);
    if (rows.length === 0) return;
    while (!(await this.isStored(rows))) {
      await sleep(RETRY_PAUSE, undefined, { signal: this.ending.signal });
      await heartbeat();
    }
  }

  /** Skips a row that ClickHouse rejects, so that it does not block other rows. The topic still contains the event. */
  private readonly leaveOut = async (row: StoredRejected, error: Error): Promise<void> => {
    const { kafka_partition: partition, kafka_offset: offset } = row;
    this.logger.error(
      { partition, offset, error: error.message },
      'storing a rejected event failed, the inbox omits it',
    );
  };

  /** Returns false if ClickHouse is unavailable. @throws any other error, which is a defect. */
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
}
