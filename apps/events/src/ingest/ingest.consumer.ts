import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { ConsumerLoop, type EachBatchPayload, KAFKA, type Kafka, SHARED_GROUP, withAdmin } from '@portico/kafka';
import { crash } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { VerdictCache } from '../judge/verdict-cache.ts';
import { INGEST_GROUP } from '../table/lag/topic-offsets.ts';
import { Batch, FLUSH_EVENTS } from './batch.ts';
import { inTurns } from '../judge/in-turns.ts';
import { resumeEach } from './resume-offsets.ts';
import { formatEpoch, type Resume } from './resume.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { Sink } from './sink.ts';

/**
 * A batch is settled when it is this old, in milliseconds, or {@link FLUSH_EVENTS} long. What a batch costs whatever its
 * length should be a small part: when settling takes long, the next batch may be several times as old, within bounds.
 */
const FLUSH_INTERVAL = 250;
const PATIENCE = 4;
const LONGEST_INTERVAL = 2_000;
/** Events are fetched by so many bytes, or what there is after so many milliseconds: each fetch has its price. */
const FETCH_BYTES = 256 * 1024;
const FETCH_WAIT = 100;
/** Messages that are taken in one turn of the event loop: viewers are waiting, storing is not urgent. */
const A_TURN = 100;
/** Above it nothing more is fetched until the batch before is settled. What was fetched already still comes: 10 MB. */
const MAX_WAITING_EVENTS = 50_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** At the end of the process what waits gets this long, in milliseconds; the rest is read again at the next start. */
const LAST_FLUSH = 1_500;
/** While it is not known where to continue, a fetched batch is let go after this pause and fetched again. */
const RESUME_PAUSE = 500;

/**
 * Moves events from Kafka into ClickHouse. Reading never waits for storing: what is read waits in a batch, and while one
 * batch is settled the next one fills. Everything here belongs to one assignment of partitions; with the next one it is
 * dropped and read again from where the store says.
 */
@Injectable()
export class IngestConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IngestConsumer.name);
  private readonly loop: ConsumerLoop;
  private readonly ending = new AbortController();
  private batch = new Batch();
  private settling: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private interval = FLUSH_INTERVAL;
  private resumes: ReadonlyMap<number, Resume> | null = null;
  private generation = 0;
  private isPaused = false;

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly verdicts: VerdictCache,
    private readonly follower: DirectoryFollower,
    private readonly sink: Sink,
  ) {
    this.loop = new ConsumerLoop(kafka, {
      topics: [INTEGRATION_EVENTS_TOPIC],
      consumer: { groupId: INGEST_GROUP, ...SHARED_GROUP, minBytes: FETCH_BYTES, maxWaitTimeInMs: FETCH_WAIT },
      commits: 'by owner',
      eachBatch: (payload) => this.receive(payload),
      joined: (assignment) => this.begin(assignment[INTEGRATION_EVENTS_TOPIC] ?? []),
      failed: (error) => this.fail(error),
    });
  }

  onApplicationBootstrap(): void {
    void this.start().catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.batch.isEmpty && !this.settling) this.settle();
    await Promise.race([this.settling, sleep(LAST_FLUSH)]);
    this.ending.abort(new Error('the service ends'));
    await this.settling;
    await this.loop.stop();
  }

  /** Nothing can be decided before the directory is known, and nothing stored before the tables are made. */
  private async start(): Promise<void> {
    await Promise.all([this.schema.migrated, this.follower.caughtUp()]);
    await untilItWorks('connecting the ingest to Kafka', () => this.loop.connect(), this.ending.signal);
    await this.loop.run();
  }

  /** A new assignment. What waits was not committed, so Kafka hands it out again: to this process or to another. */
  private begin(partitions: readonly number[]): void {
    this.generation += 1;
    this.resumes = null;
    this.batch = new Batch();
    if (this.isPaused) this.setPaused(false);
    void this.findResumes(partitions, this.generation).catch((error: unknown) => this.fail(error));
  }

  private async findResumes(partitions: readonly number[], generation: number): Promise<void> {
    await this.settling;
    const resumes = await untilItWorks(
      'reading the resume offsets',
      () => withAdmin(this.kafka, (admin) => resumeEach(partitions, INGEST_GROUP, admin, this.clickhouse)),
      this.ending.signal,
    );
    if (generation !== this.generation) return;
    for (const [partition, { isNewLog, epoch }] of resumes) {
      if (isNewLog)
        this.logger.warn(
          { partition, epoch },
          'log end is below the stored offset: topic was recreated, starting a new epoch',
        );
    }
    this.resumes = resumes;
  }

  private async receive({ batch, resolveOffset }: EachBatchPayload): Promise<void> {
    const { generation } = this;
    const resume = this.resumes?.get(batch.partition);
    if (!resume) return sleep(RESUME_PAUSE, undefined, { signal: this.ending.signal }).catch(() => undefined);
    await inTurns(batch.messages, A_TURN, (messages) => {
      if (generation !== this.generation) return;
      for (const message of messages) {
        const offset = Number(message.offset);
        if (offset < resume.from) this.batch.skip(batch.partition, offset);
        else this.batch.add(this.verdicts.of(batch.partition, message));
      }
      const last = messages.at(-1);
      if (last) resolveOffset(last.offset);
      this.schedule();
    });
  }

  private schedule(): void {
    const { length } = this.batch.messages;
    const isFull = length >= MAX_WAITING_EVENTS || this.batch.bytes >= MAX_WAITING_BYTES;
    if (isFull !== this.isPaused) this.setPaused(isFull);
    if (this.settling || this.batch.isEmpty || this.ending.signal.aborted) return;
    if (length >= FLUSH_EVENTS) this.settle();
    else this.timer ??= setTimeout(() => this.settle(), this.interval);
  }

  private setPaused(isPaused: boolean): void {
    try {
      if (isPaused) this.loop.consumer.pause([{ topic: INTEGRATION_EVENTS_TOPIC }]);
      else this.loop.consumer.resume([{ topic: INTEGRATION_EVENTS_TOPIC }]);
      this.isPaused = isPaused;
    } catch (error) {
      this.logger.debug({ error: String(error) }, 'consumer cannot pause while it reconnects');
    }
  }

  private settle(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { batch } = this;
    if (batch.isEmpty) return;
    this.batch = new Batch();
    const began = performance.now();
    this.settling = this.settleAndCommit(batch, this.generation)
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.settling = null;
        this.interval = intervalAfter(performance.now() - began);
        this.schedule();
      });
  }

  /** A defect. Nothing after it may be committed, or what was being settled would be forgotten: the process ends. */
  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.generation += 1;
    this.resumes = null;
    this.batch = new Batch();
    crash(error);
  }

  private async settleAndCommit(batch: Batch, generation: number): Promise<void> {
    const resumes = this.resumes ?? new Map<number, Resume>();
    const epochs = new Map([...resumes].map(([partition, { epoch }]) => [partition, epoch]));
    const { stored, rejected, duplicates } = await this.sink.settle(batch, epochs, this.ending.signal);
    this.logger.debug({ stored, rejected, duplicates }, 'batch settled');
    if (generation !== this.generation) return;
    const offsets = [...batch.positions].map(([partition, offset]) => ({
      topic: INTEGRATION_EVENTS_TOPIC,
      partition,
      offset: String(offset + 1),
      metadata: formatEpoch(epochs.get(partition) ?? 0),
    }));
    await this.loop.consumer.commitOffsets(offsets).catch((error: unknown) => {
      this.logger.warn({ error: String(error) }, 'offset commit failed, covered by the next one');
    });
  }
}

/** @param taken - milliseconds for the last batch. */
const intervalAfter = (taken: number): number => Math.min(Math.max(FLUSH_INTERVAL, taken * PATIENCE), LONGEST_INTERVAL);
