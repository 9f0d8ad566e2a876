import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { ConsumerLoop, type EachBatchPayload, KAFKA, type Kafka, processing, SHARED_GROUP } from '@portico/kafka';
import { crash, Draining } from '@portico/service';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { inTurns } from '../judge/in-turns.ts';
import { GRACE, type JudgedMessage } from '../judge/judged-message.ts';
import { VerdictCache } from '../judge/verdict-cache.ts';
import { LogReaders } from '../logs/log-readers.ts';
import { EVENT_TOPICS, partitionsOf, toPartition } from '../logs/logs.ts';
import { INGEST_GROUP } from '../logs/topic-offsets.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { ActivityPublisher } from './activity.ts';
import { Assignment } from './assignment.ts';
import { FLUSH_EVENTS, FLUSH_INTERVAL, intervalAfter } from './batch.ts';
import { batchTrace } from './batch-links.ts';
import { CarefulIngest } from './careful-ingest.ts';
import { commitSettled } from './commits.ts';
import { HistoryWentBack } from './event-store.ts';
import { IngestProducer } from './ingest-producer.ts';
import { Resumes, type Start } from './resumes.ts';
import { Sink } from './sink.ts';

/** Minimum bytes of a fetch, because each fetch has a fixed cost. */
const FETCH_BYTES = 256 * 1024;
/** Maximum milliseconds that a fetch waits for its minimum bytes. */
const FETCH_WAIT = 100;
/** Maximum messages per turn of the event loop. Viewers wait for the event loop, and storing is less urgent. */
const A_TURN = 100;
/** Maximum milliseconds for storing the last batch at shutdown. The next process reads uncommitted messages again. */
const LAST_FLUSH = 1_500;

/**
 * Moves events from Kafka to ClickHouse. Reading never waits for storing: messages collect in a batch while the previous batch is
 * stored.
 */
@Injectable()
export class IngestConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IngestConsumer.name);
  private readonly loop: ConsumerLoop;
  private readonly readers: LogReaders;
  private readonly ending = new AbortController();
  private assignment = new Assignment(new Set(), this.ending.signal);
  private settling: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private interval = FLUSH_INTERVAL;
  /** Epochs whose log no longer exists, by partition. */
  private readonly goneEpochs = new Map<number, number>();
  private isPaused = false;

  constructor(
    @Inject(KAFKA) kafka: Kafka,
    private readonly schema: Schema,
    private readonly verdicts: VerdictCache,
    private readonly follower: DirectoryFollower,
    private readonly resumes: Resumes,
    private readonly sink: Sink,
    private readonly activity: ActivityPublisher,
    private readonly producer: IngestProducer,
    private readonly careful: CarefulIngest,
    private readonly draining: Draining,
  ) {
    this.loop = new ConsumerLoop(kafka, {
      topics: [...EVENT_TOPICS],
      consumer: { groupId: INGEST_GROUP, ...SHARED_GROUP, minBytes: FETCH_BYTES, maxWaitTimeInMs: FETCH_WAIT },
      commits: 'by owner',
      eachBatch: (payload) => this.receive(payload),
      joined: (assignment) => this.begin(partitionsOf(assignment)),
      failed: (error) => this.fail(error),
    });
    this.readers = new LogReaders((to) => this.loop.seek(to));
  }

  onApplicationBootstrap(): void {
    void this.start().catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.assignment.batch.isEmpty && !this.settling) this.settle();
    await Promise.race([this.settling, sleep(LAST_FLUSH)]);
    this.ending.abort(new Error('the service ends'));
    this.readers.stop();
    await this.settling;
    await Promise.race([this.clearNotes(), sleep(LAST_FLUSH)]);
    await Promise.all([this.loop.stop(), this.producer.disconnect()]);
  }

  /** Removes the notes from the commits. A note that stays looks like a crash, and the next process would read slowly at first. */
  private async clearNotes(): Promise<void> {
    // After a crash, the next process needs the notes.
    if (!this.draining.hasBegun || this.assignment.isOver || this.careful.isCareful) return;
    await commitSettled(this.loop.consumer, this.assignment.allSettled).catch((error: unknown) => {
      this.logger.warn({ error: String(error) }, 'last offset commit failed, the next process reads slowly at first');
    });
  }

  /** Starts reading when the tables exist and the directory is complete, because validation needs the directory. */
  private async start(): Promise<void> {
    await Promise.all([this.schema.migrated, this.follower.caughtUp()]);
    await untilItWorks('connecting the event consumer to Kafka', () => this.loop.begin(), this.ending.signal);
  }

  /** Starts a new assignment. Waiting messages were not committed, so Kafka delivers them again, to this process or another. */
  private begin(partitions: ReadonlySet<number>): void {
    this.assignment.end();
    const assignment = new Assignment(partitions, this.ending.signal);
    this.assignment = assignment;
    this.verdicts.store(partitions);
    this.readers.clear();
    this.pauseWhenFull();
    void this.findStarts(assignment).catch((error: unknown) => {
      if (!assignment.isOver) this.fail(error);
    });
  }

  /** Finds where to read each partition, and starts reading. @throws the signal's reason if the assignment has ended. */
  private async findStarts(assignment: Assignment): Promise<void> {
    const { partitions, signal } = assignment;
    const untilKnown = async <Value>(what: string, attempt: () => Promise<Value>): Promise<Value> => {
      const value = await untilItWorks(what, attempt, signal);
      signal.throwIfAborted();
      return value;
    };
    await this.settling;
    const find = (): Promise<Map<number, Start>> => this.resumes.of(partitions, this.goneEpochs);
    const starts = await untilKnown('reading the resume offsets', find);
    const by = <Value>(value: (start: Start) => Value): Map<number, Value> =>
      new Map([...starts].map(([partition, start]) => [partition, value(start)]));
    await this.activity.begin(
      partitions,
      [...starts.values()].flatMap((start) => start.stored ?? []),
      signal,
    );
    await untilKnown('looking where processes ended', () => this.careful.begin(by(({ resume }) => resume.from)));
    // Commits a new log's epoch before any event of the new log is stored. During a rebalance, Kafka rejects commits until another
    // assignment replaces this one.
    const begun = by(({ commit }) => commit);
    await untilKnown('committing where reading begins', () => commitSettled(this.loop.consumer, begun, 'begun'));
    this.goneEpochs.clear();
    assignment.begin(by(({ settled }) => settled));
    this.readers.begin(by(({ resume }) => resume));
    this.pauseWhenFull();
    this.careful.begun();
  }

  private async receive(payload: EachBatchPayload): Promise<void> {
    const { assignment } = this;
    const isSameLog = await this.readers.read(
      payload,
      (messages, { partition, epoch }) =>
        this.careful.read(partition, messages, {
          note: async (note) => {
            if (!assignment.isOver) await commitSettled(this.loop.consumer, assignment.settledOf(partition), note);
          },
          take: (some) =>
            inTurns(some, A_TURN, (few) => {
              if (assignment.isOver) return;
              const now = performance.now();
              for (const message of few) assignment.batch.add(this.verdicts.of(partition, epoch, message), now);
              this.schedule();
            }),
          settle: () => this.settleAll(assignment, payload.heartbeat),
        }),
      this.ending.signal,
    );
    if (isSameLog || assignment.isOver) return;
    const partition = toPartition(payload.batch);
    this.logger.warn({ partition }, 'event topic was recreated, truncated or restored, reading its partitions again');
    this.goneEpochs.set(partition, assignment.epochOf(partition));
    this.begin(assignment.partitions);
  }

  private async settleAll({ batch, signal }: Assignment, heartbeat: () => Promise<void>): Promise<void> {
    while ((this.settling || !batch.isEmpty) && !signal.aborted) {
      if (!this.settling) this.settle();
      await (this.settling ?? sleep(GRACE));
      await heartbeat();
    }
  }

  private schedule(): void {
    const { batch } = this.assignment;
    this.pauseWhenFull();
    if (this.settling || batch.isEmpty || this.ending.signal.aborted) return;
    if (batch.length >= FLUSH_EVENTS) this.settle();
    else this.timer ??= setTimeout(() => this.settle(), this.interval);
  }

  private pauseWhenFull(): void {
    const { hasBegun, batch } = this.assignment;
    const isPaused = !hasBegun || batch.isFull;
    if (isPaused === this.isPaused && hasBegun) return;
    if (isPaused) this.loop.pause(EVENT_TOPICS);
    else this.loop.resume(EVENT_TOPICS);
    this.isPaused = isPaused;
  }

  private settle(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const began = performance.now();
    const { assignment } = this;
    const messages = assignment.batch.take(began);
    if (messages.length === 0) return this.schedule();
    const processed = {
      topic: INTEGRATION_EVENTS_TOPIC,
      group: INGEST_GROUP,
      count: messages.length,
      ...batchTrace(messages),
    };
    this.settling = processing(processed, () => this.settleAndCommit(messages, assignment))
      .catch((error: unknown) => this.recover(error))
      .finally(() => {
        this.settling = null;
        this.interval = intervalAfter(performance.now() - began);
        this.schedule();
      });
  }

  private async settleAndCommit(messages: readonly JudgedMessage[], assignment: Assignment): Promise<void> {
    const { places, ...counts } = await this.sink.settle(messages, assignment.stored, this.ending.signal);
    this.logger.debug(counts, 'batch stored');
    if (assignment.isOver) return;
    await commitSettled(this.loop.consumer, assignment.settle(messages, places)).catch((error: unknown) => {
      this.logger.warn({ error: String(error) }, 'offset commit failed, the next commit includes these offsets');
    });
  }

  private recover(error: unknown): void {
    if (!(error instanceof HistoryWentBack)) return this.fail(error);
    this.logger.error({ error: error.message }, 'ClickHouse lost stored events, reading them again from Kafka');
    this.begin(this.assignment.partitions);
  }

  /** Ends the process after a defect, because a later commit would skip the messages that were being stored. */
  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.assignment.end();
    this.readers.clear();
    crash(error);
  }
}
