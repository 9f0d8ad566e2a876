import type { KafkaMessage } from '@portico/kafka';
import { isMarked, type Mark, markOf } from './mark.ts';

type Batch = { messages: readonly KafkaMessage[]; fetchedOffset: number };

/** Milliseconds between two comparisons. */
const RECHECK = 10_000;

/**
 * Reads one partition and notices when its log is no longer the one that was read before, by what stands at an offset and
 * not by arithmetic: reading begins with the last record that was read, and comes back to it now and then. The caller seeks
 * to {@link seekTo} before it reads.
 */
export class LogCheck {
  /** The record that the next fetch should begin with. */
  private awaited: Mark | null;
  private checkedAt: number;

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
    this.awaited = last;
  }

  /** Whether it is time to compare again: the caller seeks then. */
  isDue(now: number): boolean {
    if (this.last === null || now - this.checkedAt < RECHECK) return false;
    this.checkedAt = now;
    this.awaited = this.last;
    return true;
  }

  /** Where to read from, by Kafka's offset. */
  get seekTo(): number {
    return this.awaited?.offset ?? this.next;
  }

  /** The messages that are new, or null: they are of another log. */
  pass({ fetchedOffset, messages }: Batch): readonly KafkaMessage[] | null {
    const [first] = messages;
    if (!first) return [];
    const { awaited } = this;
    const isRepeated = awaited !== null && fetchedOffset === awaited.offset;
    if (isRepeated) {
      this.awaited = null;
      if (Number(first.offset) === awaited.offset && !isMarked(first, awaited)) return null;
    } else if (Number(first.offset) < this.next) return null;
    const fresh = isRepeated ? messages.filter(({ offset }) => Number(offset) >= this.next) : messages;
    return this.note(fresh);
  }

  private note(messages: readonly KafkaMessage[]): readonly KafkaMessage[] {
    const last = messages.at(-1);
    if (!last) return messages;
    this.last = markOf(last);
    this.next = this.last.offset + 1;
    return messages;
  }
}
