import { Injectable } from '@nestjs/common';
import { placeOf } from '@portico/contracts/events/position';
import type { KafkaMessage } from '@portico/kafka';
import { Directory } from '../directory/directory.ts';
import { type JudgedMessage, toJudgedMessage } from './judged-message.ts';

/** Of each partition the last messages that only one has asked for: the two readers are seldom further apart. */
const SLOTS = 1_024;
/** A longer message is judged by each reader, so that what waits here stays small: eight megabytes a partition. */
const MAX_SHARED_BYTES = 8 * 1_024;

/**
 * What was decided about the messages of the events topic, which this process reads twice: for the store and for viewers.
 * Neither waits for the other; the second one to come soon after finds the message judged already, and both keep the same
 * event in memory instead of one each.
 */
@Injectable()
export class VerdictCache {
  private readonly slots = new Map<number, (JudgedMessage | undefined)[]>();

  constructor(private readonly directory: Directory) {}

  /** @param epoch - of the log that the message is in. */
  of(partition: number, epoch: number, message: KafkaMessage): JudgedMessage {
    const position = { partition, offset: placeOf(epoch, Number(message.offset)) };
    if ((message.value?.length ?? 0) > MAX_SHARED_BYTES) return toJudgedMessage(position, message, this.directory);
    const slots = this.slotsOf(partition);
    const slot = Number(message.offset) % SLOTS;
    const known = slots[slot];
    if (known && isOf(known, position.offset, message)) {
      slots[slot] = undefined;
      return known;
    }
    return (slots[slot] = toJudgedMessage(position, message, this.directory));
  }

  private slotsOf(partition: number): (JudgedMessage | undefined)[] {
    const known = this.slots.get(partition);
    if (known) return known;
    const slots = Array.from<JudgedMessage | undefined>({ length: SLOTS });
    this.slots.set(partition, slots);
    return slots;
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
