import { Injectable } from '@nestjs/common';
import { placeOf } from '@portico/contracts/events/position';
import type { KafkaMessage } from '@portico/kafka';
import { Directory } from '../directory/directory.ts';
import { type JudgedMessage, toJudgedMessage } from './judged-message.ts';

/**
 * Messages cached per partition until the second reader requests them. At 20,000 events per second, the two readers are one second apart.
 */
const SLOTS = 4_096;
/**
 * Maximum bytes of a cached message, so that the cache takes at most 16 megabytes per partition; each reader validates longer
 * messages itself.
 */
const MAX_SHARED_BYTES = 4 * 1_024;

/**
 * Shares verdicts between the two readers of the events topic in this process, the store and the live view. The readers do not wait
 * for each other: the first reader validates a message, and the second reader gets the cached verdict if it follows soon. Messages that
 * only one reader requests are not cached.
 */
@Injectable()
export class VerdictCache {
  private readonly slots = new Map<number, (JudgedMessage | undefined)[]>();
  private readonly passed = new Map<number, number>();

  constructor(private readonly directory: Directory) {}

  /**
   * Sets the partitions whose messages are cached: the partitions that this process stores. Only these have two readers in this process,
   * because the live view reads every partition.
   */
  store(partitions: ReadonlySet<number>): void {
    this.slots.clear();
    for (const partition of partitions) this.slots.set(partition, Array.from({ length: SLOTS }));
  }

  /** Does not cache messages of a partition up to the place `upTo`, because the live view skips them. */
  pass(partition: number, upTo: number): void {
    this.passed.set(partition, upTo);
  }

  /** Returns the cached verdict, or validates the message. @param epoch - epoch of the message's log. */
  of(partition: number, epoch: number, message: KafkaMessage): JudgedMessage {
    const position = { partition, offset: placeOf(epoch, Number(message.offset)) };
    const slots = this.slots.get(partition);
    const isShared =
      (message.value?.length ?? 0) <= MAX_SHARED_BYTES && position.offset > (this.passed.get(partition) ?? -1);
    if (!slots || !isShared) return toJudgedMessage(position, message, this.directory);
    const slot = Number(message.offset) % SLOTS;
    const known = slots[slot];
    if (known && isOf(known, position.offset, message)) {
      slots[slot] = undefined;
      return known;
    }
    return (slots[slot] = toJudgedMessage(position, message, this.directory));
  }
}

/** Whether a cached verdict is about this message. A recreated topic reuses offsets for other messages. */
const isOf = (
  { position, publishedAt, message }: JudgedMessage,
  place: number,
  { timestamp, value }: KafkaMessage,
): boolean =>
  position.offset === place &&
  publishedAt === Number(timestamp) &&
  (value === null ? message.value === null : message.value?.equals(value) === true);
