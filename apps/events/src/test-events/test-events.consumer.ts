import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TEST_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { ConsumerLoop, type EachBatchPayload, KAFKA, type Kafka, SHARED_GROUP } from '@portico/kafka';
import { crash } from '@portico/service';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import { judgeOfDoor, senderOf } from '../judge/judged-message.ts';
import { withoutErased } from '../judge/without-erased.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { toTestEventRow, type TestEventRow } from './test-event-row.ts';

/**
 * Stores test events for some days, judged like live ones. They have their own table, so that no count includes them. A row stored
 * twice after a crash replaces itself.
 */
@Injectable()
export class TestEventsConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(TestEventsConsumer.name);
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
      topics: [TEST_EVENTS_TOPIC],
      consumer: { groupId: 'events.test-events', ...SHARED_GROUP },
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
    await untilItWorks('connecting test events to Kafka', () => this.loop.begin(), this.ending.signal);
  }

  private async keep({ batch: { partition, messages } }: EachBatchPayload): Promise<void> {
    const rows = messages.map((published): TestEventRow => {
      const publishedAt = Number(published.timestamp);
      const message = withoutErased(published, this.directory);
      const integration = senderOf(message);
      const organization = this.directory.integration(integration, publishedAt)?.organizationId ?? 0;
      const verdict = judgeOfDoor({ message, publishedAt }, this.directory);
      return toTestEventRow(partition, message, verdict, { integration, organization });
    });
    if (rows.length > 0)
      await untilItWorks('storing test events', () => this.clickhouse.insert('test_events', rows), this.ending.signal);
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('test events consumer failed');
    crash(error);
  }
}
