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

/** Number of messages at the end of each partition that the follower reads even without viewers. It skips earlier ones. */
const TAIL_MESSAGES = 3_000;
/** Messages validated per turn of the event loop: about four milliseconds. */
const TURN_MESSAGES = 500;
/** Pause between fetches in milliseconds while viewers get rows in batches. */
const BATCHED_PAUSE = 5;
/** Pause between fetches in milliseconds while there are no viewers. */
const UNWATCHED_PAUSE = 50;
/** If a fetch returns at least this number of messages of a partition, the next fetch follows without a pause. */
const LARGE_FETCH = 100;
/** Milliseconds to wait before looking up the start of a new log. The ingest records the start soon after the log appears. */
const NEW_LOG_PAUSE = 1_000;
/** Maximum milliseconds to wait until all partitions of a new log are compared with the previous log. */
const COMPARE_TIMEOUT = 5_000;
const POLL_MS = 50;

/** Reads the event topics for this process's viewers, independently of the ingest, in a separate consumer group that commits nothing. */
@Injectable()
export class LiveFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(LiveFollower.name);
  private readonly ending = new AbortController();
  private reading: Reading | null = null;
  private gatheredAt = 0;
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
    this.reading = await untilItWorks(
      'connecting the live-row consumer to Kafka',
      () => this.read(),
      this.ending.signal,
    );
    this.fail(await this.reading.ended);
  }

  /** Starts at the current end of the list. If there is a new log, first waits until the ingest reads the new log. */
  private async begin(): Promise<void> {
    const keptSince = Date.now() - this.config.EVENTS_RETENTION_DAYS * DAY;
    const { feed, logs } = await untilItWorks(
      'finding the start offset of live rows',
      () => withAdmin(this.kafka, (admin) => findStart(admin, this.clickhouse, keptSince)),
      this.ending.signal,
    );
    this.feed.begin(feed);
    this.readers.begin(logs);
  }

  /** Begins in a different log: drops everything read from the previous one, and resets viewers to the list. */
  private async beginAgain(): Promise<void> {
    this.logger.warn('event topic was recreated, truncated or restored, live rows restart');
    this.beginnings += 1;
    const { beginnings } = this;
    const { signal } = this.ending;
    this.readers.clear();
    this.feed.end();
    await sleep(NEW_LOG_PAUSE, undefined, { signal });
    await this.begin();
    // The follower notices the partitions of a recreated topic one after the other. Waits for all partitions, to reset viewers only once.
    const until = performance.now() + COMPARE_TIMEOUT;
    while (!this.readers.areCompared && performance.now() < until && beginnings === this.beginnings)
      await sleep(POLL_MS, undefined, { signal });
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
        const from = this.feed.isWatched ? 0 : Number(highWatermark) - TAIL_MESSAGES;
        const relevant = messages.filter(({ offset }) => Number(offset) >= from);
        const passed = messages.length - relevant.length;
        if (passed > 0) {
          const upTo = placeOf(epoch, Number(messages[passed - 1]?.offset));
          this.feed.pass(partition, upTo);
          this.verdicts.pass(partition, upTo);
        }
        await inTurns(relevant, TURN_MESSAGES, (some) =>
          this.feed.receive(some.map((message) => this.verdicts.of(partition, epoch, message))),
        );
      },
      this.ending.signal,
    );
    if (!isSameLog) void this.beginAgain().catch((error: unknown) => this.fail(error));
    else if (fetched.length < LARGE_FETCH) await this.gather();
  }

  /** Pauses between fetches while viewers get rows in batches, or there are no viewers, because fewer, larger responses are cheaper. */
  private async gather(): Promise<void> {
    const pause = this.feed.isWatched ? BATCHED_PAUSE : UNWATCHED_PAUSE;
    if ((this.feed.isWatched && this.feed.isCalm) || performance.now() - this.gatheredAt < pause) return;
    await sleep(pause, undefined, { signal: this.ending.signal }).catch(() => undefined);
    this.gatheredAt = performance.now();
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('reading live rows from Kafka failed, the process ends');
    crash(error);
  }
}
