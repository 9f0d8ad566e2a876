import type { KafkaMessage } from '@portico/kafka';
import { isMarked, type Mark, markOf } from './mark.ts';

type Batch = { messages: readonly KafkaMessage[]; fetchedOffset: number };

const RECHECK_MS = 10_000;
/** Milliseconds within which no client can delete a topic, recreate it and fetch from it. */
const MIN_RECREATION_MS = 200;
/** Maximum records that a partition can accept per millisecond; a generous estimate. */
const MAX_RECORDS_PER_MS = 500;

/**
 * Detects that another log has replaced the log of a partition, by comparing the content of a record. Reading begins with the last record
 * that was read before. Reading returns to the last read record every 10 s, and whenever a new log could have grown beyond that record
 * since the last fetch. The caller seeks to {@link seekTo} before reading.
 */
export class LogCheck {
  /** The record expected at the start of the next fetch; null if no comparison is due. */
  private awaited: Mark | null;
  private checkedAt: number;
  private readAt: number;

  /**
   * @param last - the last read record; null if no record was read, or Kafka has deleted it.
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

  /** Whether a comparison is due. If so, the caller seeks to {@link seekTo}. */
  isDue(now: number): boolean {
    if (this.last === null || now - this.checkedAt < RECHECK_MS) return false;
    this.checkedAt = now;
    this.awaited = this.last;
    return true;
  }

  /** Whether a comparison has found the last read record in this log. */
  get isCompared(): boolean {
    return this.awaited === null;
  }

  get seekTo(): number {
    return this.awaited?.offset ?? this.next;
  }

  /**
   * Returns the new messages of a batch; `other log` if the batch is from another log; `to compare` if it may be from another log, so
   * that the caller seeks to {@link seekTo} and fetches again.
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

  /** Whether a new log could have begun since the last read, and grown beyond the last read record. */
  private couldBeOutgrown(now: number): boolean {
    const passed = now - this.readAt;
    return this.last !== null && passed > MIN_RECREATION_MS && this.next < passed * MAX_RECORDS_PER_MS;
  }

  private note(messages: readonly KafkaMessage[]): readonly KafkaMessage[] {
    const last = messages.at(-1);
    if (!last) return messages;
    this.last = markOf(last);
    this.next = this.last.offset + 1;
    return messages;
  }
}
