import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { placeOf } from '@portico/contracts/events/position';
import {
  type EachBatchPayload,
  KAFKA,
  type Kafka,
  readAlone,
  type Reading,
  type Seekable,
  withAdmin,
} from '@portico/kafka';
import { CONFIG, crash } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { VerdictCache } from '../judge/verdict-cache.ts';
import { inTurns } from '../judge/in-turns.ts';
import { Watchers } from '../logs/watchers.ts';
import { IngestBeginning } from '../logs/ingest-beginning.ts';
import { LogReaders } from '../logs/log-readers.ts';
import { EVENT_TOPICS } from '../logs/logs.ts';
import { DAY } from '../table/schema/buckets.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { findStart } from './find-start.ts';
import { LiveFeed } from './live-feed.ts';

/** Of a partition that is far behind, everything before its last messages is skipped while there are no viewers. */
const WORTH_KEEPING = 3_000;
/** Messages that are judged in one turn of the event loop: about four milliseconds, and several times as many as are stored. */
const A_TURN = 500;
/** Fetch back-off in milliseconds, while batching and without viewers. */
const GATHERING = 5;
const UNWATCHED = 50;
/** With so many messages of a partition at once there is nothing to gather. */
const LARGE = 100;
/** Milliseconds until it is asked where a new log begins: the ingest sees it a moment later. */
const NEW_LOG_PAUSE = 1_000;
/** Milliseconds within which each partition of a new log has answered, and between two looks whether it has. */
const COMPARED_WITHIN = 5_000;
const COMPARED_LOOK = 50;

/**
 * Reads the events topic for the viewers of this process, beside the ingest and whatever its state, in a consumer group
 * of its own that commits nothing.
 */
@Injectable()
export class LiveFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(LiveFollower.name);
  private readonly ending = new AbortController();
  private reading: Reading | null = null;
  private gatheredAt = 0;
  /** How often live rows have begun again. */
  private beginnings = 0;
  private consumer: Seekable | null = null;
  private readonly readers = new LogReaders((to) => this.consumer?.seek(to), true);

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(CONFIG) private readonly config: EventsConfig,
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly verdicts: VerdictCache,
    private readonly follower: DirectoryFollower,
    private readonly feed: LiveFeed,
    private readonly beginning: IngestBeginning,
    watchers: Watchers,
  ) {
    watchers.areThere = () => this.feed.isWatched;
  }

  onApplicationBootstrap(): void {
    void this.start().catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    this.readers.stop();
    this.beginning.end();
    await this.reading?.stop();
  }

  private async start(): Promise<void> {
    await Promise.all([this.schema.migrated, this.follower.caughtUp()]);
    await this.begin();
    this.reading = await untilItWorks('connecting live rows to Kafka', () => this.read(), this.ending.signal);
    this.fail(await this.reading.ended);
  }

  /** Where the list ends now; in a new log as soon as the ingest has begun it. */
  private async begin(): Promise<void> {
    const keptSince = Date.now() - this.config.EVENTS_RETENTION_DAYS * DAY;
    const { feed, logs } = await untilItWorks(
      'finding where live rows begin',
      () => withAdmin(this.kafka, (admin) => findStart(admin, this.clickhouse, keptSince)),
      this.ending.signal,
    );
    this.feed.begin(feed);
    this.readers.begin(logs);
  }

  /** The log is another one. What was read of it is dropped, and viewers are sent to the list. */
  private async beginAgain(): Promise<void> {
    this.logger.warn('topic was recreated, truncated or restored, live rows restart');
    this.beginnings += 1;
    const { beginnings } = this;
    const { signal } = this.ending;
    this.readers.clear();
    this.feed.end();
    await sleep(NEW_LOG_PAUSE, undefined, { signal });
    await this.begin();
    // Of a topic that was made again one partition is seen after the other; viewers are sent to the list once for all.
    const until = performance.now() + COMPARED_WITHIN;
    while (!this.readers.areCompared && performance.now() < until && beginnings === this.beginnings)
      await sleep(COMPARED_LOOK, undefined, { signal });
    if (beginnings === this.beginnings) this.feed.release();
  }

  private read(): Promise<Reading> {
    return readAlone(this.kafka, {
      purpose: 'events.live',
      topics: [...EVENT_TOPICS],
      joined: (consumer) => {
        this.consumer = consumer;
        this.readers.seekAll();
      },
      heard: () => this.feed.heard(),
      eachBatch: (payload) => this.receive(payload),
    });
  }

  private async receive(payload: EachBatchPayload): Promise<void> {
    await this.beginning.over;
    const { messages: fetched, highWatermark } = payload.batch;
    const isSameLog = await this.readers.read(
      payload,
      async (messages, { partition, epoch }) => {
        const worth = this.feed.isWatched ? 0 : Number(highWatermark) - WORTH_KEEPING;
        const kept = messages.filter(({ offset }) => Number(offset) >= worth);
        const passed = messages.length - kept.length;
        if (passed > 0) this.pass(partition, placeOf(epoch, Number(messages[passed - 1]?.offset)));
        await inTurns(kept, A_TURN, (some) =>
          this.feed.receive(some.map((message) => this.verdicts.of(partition, epoch, message))),
        );
      },
      this.ending.signal,
    );
    if (!isSameLog) void this.beginAgain().catch((error: unknown) => this.fail(error));
    else if (fetched.length < LARGE) await this.gather();
  }

  private pass(partition: number, upTo: number): void {
    this.feed.pass(partition, upTo);
    this.verdicts.pass(partition, upTo);
  }

  /**
   * Backs off between fetches while rows are batched anyway, and without viewers, so that the next answer holds more: an
   * answer costs more than the messages in it.
   */
  private async gather(): Promise<void> {
    const pause = this.feed.isWatched ? GATHERING : UNWATCHED;
    if ((this.feed.isWatched && this.feed.isCalm) || performance.now() - this.gatheredAt < pause) return;
    await sleep(pause, undefined, { signal: this.ending.signal }).catch(() => undefined);
    this.gatheredAt = performance.now();
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('live follower failed');
    crash(error);
  }
}
