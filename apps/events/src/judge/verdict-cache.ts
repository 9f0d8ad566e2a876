import { Injectable } from '@nestjs/common';
import { placeOf } from '@portico/contracts/events/position';
import type { KafkaMessage } from '@portico/kafka';
import { Directory } from '../directory/directory.ts';
import { type JudgedMessage, toJudgedMessage } from './judged-message.ts';

/** Messages cached per partition until the second reader requests them: at 20,000 events a second the readers are a second apart. */
const SLOTS = 4_096;
/**
 * Maximum bytes of a cached message, so that the cache takes at most 16 megabytes per partition; each reader judges longer messages
 * itself.
 */
const MAX_SHARED_BYTES = 4 * 1_024;

/**
 * Shares verdicts between the two readers of the events topic in this process, the store and the live side. Neither waits for the
 * other: the first judges a message, the second finds the verdict if it follows soon, and both share the event's memory. Messages
 * that only one of them requests are not kept.
 */
@Injectable()
export class VerdictCache {
  private readonly slots = new Map<number, (JudgedMessage | undefined)[]>();
  private readonly passed = new Map<number, number>();

  constructor(private readonly directory: Directory) {}

  /** Sets the partitions that this process stores; for viewers it reads all of them. */
  store(partitions: ReadonlySet<number>): void {
    this.slots.clear();
    for (const partition of partitions) this.slots.set(partition, Array.from({ length: SLOTS }));
  }

  /** Viewers skip a partition up to this place. */
  pass(partition: number, upTo: number): void {
    this.passed.set(partition, upTo);
  }

  /** @param epoch - of the message's log. */
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

/** A recreated topic reuses offsets for other messages. */
const isOf = (
  { position, publishedAt, message }: JudgedMessage,
  place: number,
  { timestamp, value }: KafkaMessage,
): boolean =>
  position.offset === place &&
  publishedAt === Number(timestamp) &&
  (value === null ? message.value === null : message.value?.equals(value) === true);
