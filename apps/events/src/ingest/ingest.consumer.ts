import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { epochOf, type Positions } from '@portico/contracts/events/position';
import { ConsumerLoop, type EachBatchPayload, KAFKA, type Kafka, processing, SHARED_GROUP } from '@portico/kafka';
import { crash } from '@portico/service';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { inTurns } from '../judge/in-turns.ts';
import { GRACE, type JudgedMessage } from '../judge/judged-message.ts';
import { VerdictCache } from '../judge/verdict-cache.ts';
import { LogReaders } from '../logs/log-readers.ts';
import { EVENT_TOPICS, partitionsOf, toPartition } from '../logs/logs.ts';
import { type Settled, settledWith } from '../logs/settled.ts';
import { INGEST_GROUP } from '../logs/topic-offsets.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { ActivityPublisher } from './activity.ts';
import { Batch, FLUSH_EVENTS, FLUSH_INTERVAL, intervalAfter } from './batch.ts';
import { batchTrace } from './batch-links.ts';
import { CarefulIngest } from './careful-ingest.ts';
import { commitSettled } from './commits.ts';
import { HistoryWentBack } from './event-store.ts';
import { IngestProducer } from './ingest-producer.ts';
import { Resumes } from './resumes.ts';
import { Sink } from './sink.ts';

/** Events are fetched by so many bytes, or what there is after so many milliseconds: each fetch has its price. */
const FETCH_BYTES = 256 * 1024;
const FETCH_WAIT = 100;
/** Messages that are taken in one turn of the event loop: viewers are waiting, storing is not urgent. */
const A_TURN = 100;
/** At the end of the process what waits gets this long, in milliseconds; the rest is read again at the next start. */
const LAST_FLUSH = 1_500;

/**
 * Moves events from Kafka into ClickHouse. Reading never waits for storing: what is read waits in a batch, and while one
 * batch is settled the next one fills. Everything here belongs to one beginning: a new assignment of partitions, another log,
 * or a ClickHouse that lacks what it had. What waits is dropped then, and read again from where the store says.
 */
@Injectable()
export class IngestConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IngestConsumer.name);
  private readonly loop: ConsumerLoop;
  private readonly readers: LogReaders;
  private readonly ending = new AbortController();
  private batch = new Batch();
  private settling: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private interval = FLUSH_INTERVAL;
  private own: ReadonlySet<number> = new Set();
  private settled = new Map<number, Settled>();
  /** By partition, the epoch whose log was seen to be gone. */
  private readonly goneEpochs = new Map<number, number>();
  private generation = 0;
  /** It is not known yet where to begin. */
  private isBeginning = true;
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
    if (!this.batch.isEmpty && !this.settling) this.settle();
    await Promise.race([this.settling, sleep(LAST_FLUSH)]);
    this.ending.abort(new Error('the service ends'));
    this.readers.stop();
    await this.settling;
    await Promise.all([this.loop.stop(), this.producer.disconnect()]);
  }

  /** Nothing can be decided before the directory is known, and nothing stored before the tables are made. */
  private async start(): Promise<void> {
    await Promise.all([this.schema.migrated, this.follower.caughtUp()]);
    await untilItWorks('connecting the ingest to Kafka', () => this.loop.begin(), this.ending.signal);
  }

  /** What waits was not committed, so Kafka hands it out again: to this process or to another. */
  private begin(own: ReadonlySet<number>): void {
    this.generation += 1;
    this.own = own;
    this.verdicts.store(own);
    this.batch = new Batch();
    this.readers.clear();
    this.isBeginning = true;
    this.pauseWhenFull();
    void this.findResumes(this.generation).catch((error: unknown) => this.fail(error));
  }

  private async findResumes(generation: number): Promise<void> {
    const { signal } = this.ending;
    await this.settling;
    const starts = await untilItWorks(
      'reading the resume offsets',
      () => this.resumes.of(this.own, this.goneEpochs),
      signal,
    );
    if (generation !== this.generation) return;
    const uncommitted = [...starts.values()].flatMap((start) => start.uncommitted ?? []);
    await this.activity.publishUncommitted(uncommitted, signal);
    if (generation !== this.generation) return;
    const from = new Map([...starts].map(([partition, { resume }]) => [partition, resume.from]));
    await untilItWorks('looking where processes ended', () => this.careful.begin(from), signal);
    if (generation !== this.generation) return;
    const begun = new Map([...starts].map(([partition, { commit: one }]) => [partition, one]));
    // A new log's epoch is known to everybody before anything of it is stored. While the group rebalances nothing can be
    // committed, and another assignment follows.
    const commit = async (): Promise<void> =>
      generation === this.generation ? commitSettled(this.loop.consumer, begun, 'begun') : undefined;
    await untilItWorks('committing where reading begins', commit, signal);
    if (generation !== this.generation) return;
    this.goneEpochs.clear();
    this.settled = new Map([...starts].map(([partition, { settled }]) => [partition, settled]));
    this.isBeginning = false;
    this.readers.begin(new Map([...starts].map(([partition, { resume }]) => [partition, resume])));
    this.pauseWhenFull();
    this.careful.begun();
  }

  private async receive(payload: EachBatchPayload): Promise<void> {
    const { generation } = this;
    const isSameLog = await this.readers.read(
      payload,
      (messages, { partition, epoch }) =>
        this.careful.read(partition, messages, {
          note: (note) =>
            commitSettled(this.loop.consumer, new Map([...this.settled].filter(([one]) => one === partition)), note),
          take: (some) =>
            inTurns(some, A_TURN, (few) => {
              if (generation !== this.generation) return;
              const now = performance.now();
              for (const message of few) this.batch.add(this.verdicts.of(partition, epoch, message), now);
              this.schedule();
            }),
          settle: () => this.settleAll(payload.heartbeat),
        }),
      this.ending.signal,
    );
    if (isSameLog || generation !== this.generation) return;
    const partition = toPartition(payload.batch);
    this.logger.warn(
      { partition },
      'the log is another one than before: the topic was recreated, truncated or restored',
    );
    this.goneEpochs.set(partition, epochOf((this.settled.get(partition)?.place ?? -1) + 1));
    this.begin(this.own);
  }

  private async settleAll(heartbeat: () => Promise<void>): Promise<void> {
    while ((this.settling || !this.batch.isEmpty) && !this.ending.signal.aborted) {
      if (!this.settling) this.settle();
      await (this.settling ?? sleep(GRACE));
      await heartbeat();
    }
  }

  private schedule(): void {
    this.pauseWhenFull();
    if (this.settling || this.batch.isEmpty || this.ending.signal.aborted) return;
    if (this.batch.length >= FLUSH_EVENTS) this.settle();
    else this.timer ??= setTimeout(() => this.settle(), this.interval);
  }

  private pauseWhenFull(): void {
    const isPaused = this.isBeginning || this.batch.isFull;
    if (isPaused === this.isPaused && !this.isBeginning) return;
    if (isPaused) this.loop.pause(EVENT_TOPICS);
    else this.loop.resume(EVENT_TOPICS);
    this.isPaused = isPaused;
  }

  private settle(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const began = performance.now();
    const messages = this.batch.take(began);
    if (messages.length === 0) return this.schedule();
    const { generation } = this;
    const processed = {
      topic: INTEGRATION_EVENTS_TOPIC,
      group: INGEST_GROUP,
      count: messages.length,
      ...batchTrace(messages),
    };
    this.settling = processing(processed, () => this.settleAndCommit(messages, generation))
      .catch((error: unknown) => this.recover(error))
      .finally(() => {
        this.settling = null;
        this.interval = intervalAfter(performance.now() - began);
        this.schedule();
      });
  }

  private async settleAndCommit(messages: readonly JudgedMessage[], generation: number): Promise<void> {
    const { places, ...counts } = await this.sink.settle(messages, this.stored, this.ending.signal);
    this.logger.debug(counts, 'batch settled');
    if (generation !== this.generation) return;
    const settled = new Map<number, Settled>();
    for (const [partition, last] of new Map(messages.map((message) => [message.position.partition, message])))
      settled.set(partition, settledWith(last, places.get(partition) ?? -1));
    for (const [partition, one] of settled) this.settled.set(partition, one);
    await commitSettled(this.loop.consumer, settled).catch((error: unknown) => {
      this.logger.warn({ error: String(error) }, 'offset commit failed, covered by the next one');
    });
  }

  /** The last stored place of each partition. */
  private get stored(): Positions {
    return new Map([...this.own].map((partition) => [partition, this.settled.get(partition)?.stored ?? -1]));
  }

  private recover(error: unknown): void {
    if (!(error instanceof HistoryWentBack)) return this.fail(error);
    this.logger.error({ error: error.message }, 'ClickHouse lacks what was stored, reading it again from Kafka');
    this.begin(this.own);
  }

  /** A defect. Nothing after it may be committed, or what was being settled would be forgotten: the process ends. */
  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.generation += 1;
    this.readers.clear();
    this.batch = new Batch();
    crash(error);
  }
}
