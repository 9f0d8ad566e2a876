import type { KafkaMessage } from '@portico/kafka';
import { isMarked, type Mark, markOf } from './mark.ts';

type Batch = { messages: readonly KafkaMessage[]; fetchedOffset: number };

/** Milliseconds between two comparisons. */
const RECHECK = 10_000;
/** Within so many milliseconds no topic is deleted, created again and found by a client that fetches from it. */
const UNBROKEN = 200;
/** More records than a partition takes in a millisecond. */
const FASTEST = 500;

/**
 * Reads one partition and notices when its log is no longer the one that was read before, by what stands at an offset and
 * not by arithmetic: reading begins with the last record that was read, and comes back to it now and then, and whenever a new
 * log could have grown beyond it since the last fetch. The caller seeks to {@link seekTo} before it reads.
 */
export class LogCheck {
  /** The record that the next fetch should begin with. */
  private awaited: Mark | null;
  private checkedAt: number;
  /** When something was read last. */
  private readAt: number;

  /**
   * @param last - the last record that was read; null: none, or Kafka no longer has it.
   * @param next - Kafka's offset of the first message that is new.
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

  /** Whether it is time to compare again: the caller seeks then. */
  isDue(now: number): boolean {
    if (this.last === null || now - this.checkedAt < RECHECK) return false;
    this.checkedAt = now;
    this.awaited = this.last;
    return true;
  }

  /** Whether the last record that was read is known to be in this log. */
  get isCompared(): boolean {
    return this.awaited === null;
  }

  /** Where to read from, by Kafka's offset. */
  get seekTo(): number {
    return this.awaited?.offset ?? this.next;
  }

  /**
   * The messages that are new. `other log`: these are of one. `to compare`: these may be of one, and the caller seeks to
   * {@link seekTo} and fetches them again.
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
