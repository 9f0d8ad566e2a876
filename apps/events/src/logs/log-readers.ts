import { setTimeout as sleep } from 'node:timers/promises';
import { type EachBatchPayload, fetchedOffset, type KafkaMessage } from '@portico/kafka';
import { LogCheck } from './log-check.ts';
import { type TopicPartition, toPartition, toTopicPartition } from './logs.ts';
import type { Mark } from './mark.ts';

/** Where reading of one partition begins: the log's epoch, the first new message, and the record before it. */
export type Start = { epoch: number; from: number; mark: Mark | null };

/** Of a partition that was not there at the beginning. */
const WHOLE: Start = { epoch: 0, from: 0, mark: null };

type Reader = { epoch: number; check: LogCheck; isBusy: boolean };

/** Milliseconds between two looks whether a partition that is silent should be compared. */
const LOOK = 2_000;
/** While it is not known where to begin, a fetched batch is let go after this pause and fetched again. */
const UNKNOWN_PAUSE = 500;

/** Reads partitions from where they begin, each as long as its log is the same. Offsets are Kafka's. */
export class LogReaders {
  private readers = new Map<number, Reader>();
  private hasBegun = false;
  private readonly timer: NodeJS.Timeout;

  /** @param readsAll - every partition, also one that was added since the beginning. */
  constructor(
    private readonly seek: (to: TopicPartition & { offset: string }) => void,
    private readonly readsAll = false,
  ) {
    this.timer = setInterval(() => this.recheck(), LOOK);
  }

  /** Whether each partition's log is known to be the one that its reading began in. */
  get areCompared(): boolean {
    return this.hasBegun && [...this.readers.values()].every(({ check }) => check.isCompared);
  }

  /** Nothing is read until the next {@link begin}. */
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

  /** To be called when the consumer has begun again. */
  seekAll(): void {
    for (const [partition, { check }] of this.readers) this.seekTo(partition, check.seekTo);
  }

  /**
   * Hands the new messages of a batch to `work`. One that was fetched before the last seek is let go: reading continues at the
   * seek, so what is read of such a batch would be fetched again, and look like a log that begins again.
   * @returns false when they are of another log than what was read before; nothing was handed over then.
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

  /** A log that was recreated may be silent, or have outgrown what was read: so it is looked at now and then. */
  private recheck(): void {
    for (const [partition, { check, isBusy }] of this.readers)
      if (!isBusy && check.isDue(performance.now())) this.seekTo(partition, check.seekTo);
  }

  private seekTo(partition: number, offset: number): void {
    this.seek({ ...toTopicPartition(partition), offset: String(offset) });
  }
}
