import { Injectable } from '@nestjs/common';
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

  of(partition: number, message: KafkaMessage): JudgedMessage {
    if ((message.value?.length ?? 0) > MAX_SHARED_BYTES) return toJudgedMessage(partition, message, this.directory);
    const slots = this.slotsOf(partition);
    const slot = Number(message.offset) % SLOTS;
    const known = slots[slot];
    if (known && isOf(known, message)) {
      slots[slot] = undefined;
      return known;
    }
    return (slots[slot] = toJudgedMessage(partition, message, this.directory));
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
const isOf = ({ position, publishedAt, message }: JudgedMessage, { offset, timestamp, value }: KafkaMessage): boolean =>
  position.offset === Number(offset) &&
  publishedAt === Number(timestamp) &&
  (value === null ? message.value === null : message.value?.equals(value) === true);
