import { Inject, Injectable } from '@nestjs/common';
import { TEST_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { type EachBatchPayload, KAFKA, type Kafka } from '@portico/kafka';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import { judgeOfDoor, senderOf } from '../judge/judged-message.ts';
import { withoutErased } from '../judge/without-erased.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { StoringConsumer } from '../table/storing-consumer.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { toTestEventRow, type TestEventRow } from './test-event-row.ts';

/**
 * Stores test events for some days, validated like live events. Test events have their own table, so that no count includes them. After a
 * crash, the consumer may store a row twice; the table merges the duplicates.
 */
@Injectable()
export class TestEventsConsumer extends StoringConsumer {
  constructor(
    @Inject(KAFKA) kafka: Kafka,
    quarantine: Quarantine,
    schema: Schema,
    follower: DirectoryFollower,
    private readonly directory: Directory,
    private readonly clickhouse: ClickHouse,
  ) {
    super(kafka, quarantine, {
      topic: TEST_EVENTS_TOPIC,
      groupId: 'events.test-events',
      records: 'test events',
      ready: () => Promise.all([schema.migrated, follower.caughtUp()]),
    });
  }

  protected async keep({ batch: { partition, messages } }: EachBatchPayload): Promise<void> {
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
}
