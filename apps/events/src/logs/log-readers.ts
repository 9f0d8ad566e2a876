import { setTimeout as sleep } from 'node:timers/promises';
import { type EachBatchPayload, fetchedOffset, type KafkaMessage } from '@portico/kafka';
import { LogCheck } from './log-check.ts';
import { type TopicPartition, toPartition, toTopicPartition } from './logs.ts';
import type { Mark } from './mark.ts';

/** The start of reading a partition: the log's epoch, the first new message, and the fingerprint of the record before that message. */
export type Start = { epoch: number; from: number; mark: Mark | null };

/** The start of a partition that did not exist when reading began. */
const WHOLE: Start = { epoch: 0, from: 0, mark: null };

type Reader = { epoch: number; check: LogCheck; isBusy: boolean };

/** Milliseconds between two checks of whether a comparison is due in an idle partition. */
const RECHECK_MS = 2_000;
/** Milliseconds to wait before dropping a batch of a partition whose start is unknown. The consumer then fetches the batch again. */
const UNKNOWN_PAUSE = 500;

/** Reads partitions from their start, until another log replaces the log of a partition. Offsets are Kafka's. */
export class LogReaders {
  private readers = new Map<number, Reader>();
  private hasBegun = false;
  private readonly timer: NodeJS.Timeout;

  /** @param readsAll - reads every partition, including new ones. */
  constructor(
    private readonly seek: (to: TopicPartition & { offset: string }) => void,
    private readonly readsAll = false,
  ) {
    this.timer = setInterval(() => this.recheck(), RECHECK_MS);
  }

  /** Whether every partition was compared, and has the same log as before. */
  get areCompared(): boolean {
    return this.hasBegun && [...this.readers.values()].every(({ check }) => check.isCompared);
  }

  /** Stops reading until the next {@link begin}. */
  clear(): void {
    this.readers = new Map();
    this.hasBegun = false;
  }

  begin(starts: ReadonlyMap<number, Start>): void {
    this.clear();
    for (const [partition, start] of starts) this.add(partition, start);
    this.hasBegun = true;
    this.seekAll();
  }

  /** Seeks in every partition. The caller must call this after a restart of the consumer. */
  seekAll(): void {
    for (const [partition, { check }] of this.readers) this.seekTo(partition, check.seekTo);
  }

  /**
   * Passes the new messages of a batch to `work`. Drops a batch that was fetched before the last seek: the consumer fetches its messages
   * again, and the repetition would look like another log.
   * @returns false, without a call of `work`, if the messages are from another log.
   */
  async read(
    { batch, resolveOffset, isStale }: Pick<EachBatchPayload, 'batch' | 'resolveOffset' | 'isStale'>,
    work: (messages: readonly KafkaMessage[], log: { partition: number; epoch: number }) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const partition = toPartition(batch);
    const isAdded = this.readsAll && this.hasBegun;
    const reader = this.readers.get(partition) ?? (isAdded ? this.add(partition, WHOLE) : null);
    if (!reader) {
      await sleep(UNKNOWN_PAUSE, undefined, { signal }).catch(() => undefined);
      return true;
    }
    if (isStale()) return true;
    const fetched = { messages: batch.messages, fetchedOffset: fetchedOffset(batch) };
    const messages = reader.check.pass(fetched, performance.now());
    if (messages === 'other log') return false;
    if (messages === 'to compare') {
      this.seekTo(partition, reader.check.seekTo);
      return true;
    }
    reader.isBusy = true;
    await work(messages, { partition, epoch: reader.epoch });
    reader.isBusy = false;
    if (this.readers.get(partition) !== reader) return true;
    resolveOffset(batch.lastOffset());
    if (reader.check.isDue(performance.now())) this.seekTo(partition, reader.check.seekTo);
    return true;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private add(partition: number, { epoch, from, mark }: Start): Reader {
    const reader = { epoch, check: new LogCheck(mark, from, performance.now()), isBusy: false };
    this.readers.set(partition, reader);
    return reader;
  }

  /** Starts due comparisons, because an idle partition may have a new log. */
  private recheck(): void {
    for (const [partition, { check, isBusy }] of this.readers)
      if (!isBusy && check.isDue(performance.now())) this.seekTo(partition, check.seekTo);
  }

  private seekTo(partition: number, offset: number): void {
    this.seek({ ...toTopicPartition(partition), offset: String(offset) });
  }
}
