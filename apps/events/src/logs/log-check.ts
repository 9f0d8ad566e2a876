import type { KafkaMessage } from '@portico/kafka';
import { isMarked, type Mark, markOf } from './mark.ts';

type Batch = { messages: readonly KafkaMessage[]; fetchedOffset: number };

/** Milliseconds between two comparisons. */
const RECHECK = 10_000;
/** Milliseconds within which a topic cannot be deleted, recreated and found by a client that fetches from it. */
const UNBROKEN = 200;
/** More records than a partition accepts per millisecond. */
const FASTEST = 500;

/**
 * Reads one partition and detects when its log was replaced, by comparing content instead of offsets. Reading begins with the last
 * read record, and returns to it regularly and whenever a new log could have grown beyond it since the last fetch. The caller seeks
 * to {@link seekTo} before reading.
 */
export class LogCheck {
  /** The record expected at the start of the next fetch. */
  private awaited: Mark | null;
  private checkedAt: number;
  /** Time of the last read. */
  private readAt: number;

  /**
   * @param last - the last read record; null: none, or deleted by Kafka.
   * @param next - Kafka's offset of the first new message.
   */
  constructor(
    private last: Mark | null,
    private next: number,
    now: number,
  ) {
    this.checkedAt = now;
    this.readAt = now;
    this.awaited = last;
  }

  /** Whether a comparison is due: then the caller seeks. */
  isDue(now: number): boolean {
    if (this.last === null || now - this.checkedAt < RECHECK) return false;
    this.checkedAt = now;
    this.awaited = this.last;
    return true;
  }

  /** Whether the last read record is known to be in this log. */
  get isCompared(): boolean {
    return this.awaited === null;
  }

  /** Kafka's offset to read from. */
  get seekTo(): number {
    return this.awaited?.offset ?? this.next;
  }

  /**
   * The new messages. `other log`: they are from another log. `to compare`: they may be, so the caller seeks to {@link seekTo} and
   * fetches again.
   */
  pass({ fetchedOffset, messages }: Batch, now: number): readonly KafkaMessage[] | 'other log' | 'to compare' {
    const [first] = messages;
    if (!first) return [];
    const { awaited } = this;
    const isRepeated = awaited !== null && fetchedOffset === awaited.offset;
    if (isRepeated) {
      this.awaited = null;
      if (Number(first.offset) === awaited.offset && !isMarked(first, awaited)) return 'other log';
    } else if (Number(first.offset) < this.next) return 'other log';
    else if (awaited === null && this.couldBeOutgrown(now)) {
      this.awaited = this.last;
      return 'to compare';
    }
    this.readAt = now;
    return this.note(isRepeated ? messages.filter(({ offset }) => Number(offset) >= this.next) : messages);
  }

  /** Whether another log could have begun and grown beyond what was read. */
  private couldBeOutgrown(now: number): boolean {
    const passed = now - this.readAt;
    return this.last !== null && passed > UNBROKEN && this.next < passed * FASTEST;
  }

  private note(messages: readonly KafkaMessage[]): readonly KafkaMessage[] {
    const last = messages.at(-1);
    if (!last) return messages;
    this.last = markOf(last);
    this.next = this.last.offset + 1;
    return messages;
  }
}
