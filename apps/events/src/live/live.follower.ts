import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { KAFKA, withAdmin } from '@portico/kafka';
import type { Consumer, Kafka } from 'kafkajs';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Schema } from '../clickhouse/clickhouse.module.ts';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { toArrival } from '../ingest/arrival.ts';
import { INGEST_GROUP, logEnds, settledOffsets } from '../ingest/assignment.ts';
import { untilItWorks } from '../ingest/retry.ts';
import { storedOffsets } from '../queries/stored-positions.query.ts';
import { LiveFeed, type Start } from './live-feed.ts';

/** Of a partition that is far behind, what comes before its last messages is passed over while nobody is watching. */
const WORTH_KEEPING = 3_000;

/**
 * Reads the events topic for the viewers of this process, beside the ingest and whatever its state, in a consumer group
 * of its own that commits nothing.
 */
@Injectable()
export class LiveFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(LiveFollower.name);
  private readonly consumer: Consumer;
  private readonly ending = new AbortController();

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Schema) private readonly schema: Schema,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(DirectoryFollower) private readonly follower: DirectoryFollower,
    @Inject(LiveFeed) private readonly feed: LiveFeed,
  ) {
    this.consumer = kafka.consumer({
      groupId: `events.live.${randomUUID()}`,
      maxWaitTimeInMs: 250,
      allowAutoTopicCreation: false,
    });
  }

  onApplicationBootstrap(): void {
    void this.start().catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.consumer.disconnect();
  }

  private async start(): Promise<void> {
    await Promise.all([this.schema.migrated, this.follower.caughtUp()]);
    const { signal } = this.ending;
    const start = await untilItWorks('finding where live rows begin', () => this.findStart(), signal);
    this.feed.begin(start);
    await untilItWorks('connecting live rows to Kafka', () => this.consumer.connect(), signal);
    await this.consumer.subscribe({ topics: [INTEGRATION_EVENTS_TOPIC], fromBeginning: true });
    this.consumer.on(this.consumer.events.GROUP_JOIN, () => this.seek());
    this.consumer.on(this.consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) this.fail(payload.error);
    });
    this.consumer.on(this.consumer.events.FETCH, () => this.feed.heard());
    await this.consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { partition, messages, highWatermark } }) => {
        const worth = this.feed.isWatched ? 0 : Number(highWatermark) - WORTH_KEEPING;
        const kept = messages.filter(({ offset }) => Number(offset) >= worth);
        const passed = messages.length - kept.length;
        if (passed > 0) this.feed.pass(partition, Number(messages[passed - 1]?.offset));
        this.feed.receive(kept.map((message) => toArrival(partition, message, this.directory)));
      },
    });
  }

  /**
   * Reading begins after what the ingest has settled. The committed offsets are read before the stored ones: so each
   * event that they cover is either refused or among what is stored.
   */
  private async findStart(): Promise<Start> {
    return withAdmin(this.kafka, async (admin) => {
      const [ends, committed] = await Promise.all([logEnds(admin), settledOffsets(admin, INGEST_GROUP)]);
      const stored = await storedOffsets(this.clickhouse);
      const isOfThisLog = ([partition, offset]: readonly [number, number]): boolean =>
        offset < (ends.get(partition) ?? 0);
      const listed = new Map([...stored].filter(isOfThisLog));
      const readUpTo = new Map(listed);
      for (const [partition, offset] of [...committed].filter(isOfThisLog))
        readUpTo.set(partition, Math.max(offset, listed.get(partition) ?? -1));
      return { listed, readUpTo };
    });
  }

  /** After every connection anew: continue where this process is, since the group has committed nothing. */
  private seek(): void {
    for (const [partition, offset] of this.feed.readUpTo)
      this.consumer.seek({ topic: INTEGRATION_EVENTS_TOPIC, partition, offset: String(offset + 1) });
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('live rows cannot be read any more');
    void Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
