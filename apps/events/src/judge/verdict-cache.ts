import { Injectable } from '@nestjs/common';
import { placeOf } from '@portico/contracts/events/position';
import type { KafkaMessage } from '@portico/kafka';
import { Directory } from '../directory/directory.ts';
import { type JudgedMessage, toJudgedMessage } from './judged-message.ts';

/** Of each partition the last messages that only one has asked for: at 20,000 events a second the readers are a second apart. */
const SLOTS = 4_096;
/** A longer message is judged by each reader, so that what waits here stays small: at most 16 megabytes a partition. */
const MAX_SHARED_BYTES = 4 * 1_024;

/**
 * What was decided about the messages of the events topic, which this process reads twice: for the store and for viewers.
 * Neither waits for the other; the second one to come soon after finds the message judged already, and both keep the same
 * event in memory instead of one each. Nothing is kept that only one of them asks for.
 */
@Injectable()
export class VerdictCache {
  private readonly slots = new Map<number, (JudgedMessage | undefined)[]>();
  private readonly passed = new Map<number, number>();

  constructor(private readonly directory: Directory) {}

  /** The partitions that this process stores; it reads all of them for viewers. */
  store(partitions: ReadonlySet<number>): void {
    this.slots.clear();
    for (const partition of partitions) this.slots.set(partition, Array.from({ length: SLOTS }));
  }

  /** Viewers need nothing of a partition up to this place. */
  pass(partition: number, upTo: number): void {
    this.passed.set(partition, upTo);
  }

  /** @param epoch - of the log that the message is in. */
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

/** A recreated topic has other messages at the same offsets. */
const isOf = (
  { position, publishedAt, message }: JudgedMessage,
  place: number,
  { timestamp, value }: KafkaMessage,
): boolean =>
  position.offset === place &&
  publishedAt === Number(timestamp) &&
  (value === null ? message.value === null : message.value?.equals(value) === true);
