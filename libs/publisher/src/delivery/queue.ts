import type { Call, Entry } from './call.ts';

type QueueLimits = {
  maxQueueEvents: number;
  maxQueueBytes: number;
  maxBatchEvents: number;
  /** Maximum bytes of a batch as a JSON array. */
  maxBatchBytes: number;
};

/** Bytes of the brackets around a batch's JSON array. */
const BRACKETS = 2;
const COMMA = 1;

/** Holds events in the order of their calls, up to the limits. Events that exceed the limits wait in the same order for room. */
export class Queue {
  readonly #limits: QueueLimits;
  #entries: Entry[] = [];
  #waiting: Call[] = [];
  /** Number of events that are queued or being sent. `#bytes` is their size. */
  #events = 0;
  #bytes = 0;
  #queuedBytes = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** When the oldest entry was queued, in milliseconds of `performance.now()`. */
  get oldestAt(): number {
    return this.#entries[0]?.queuedAt ?? Number.POSITIVE_INFINITY;
  }

  /** Whether the next batch is already full, so that waiting for more events would not make it larger. */
  get hasFullBatch(): boolean {
    const { maxBatchEvents, maxBatchBytes } = this.#limits;
    const count = this.#entries.length;
    return count >= maxBatchEvents || this.#queuedBytes + count * COMMA >= maxBatchBytes || this.#waiting.length > 0;
  }

  /** Whether the queue has room for all events of a call. */
  hasRoomFor({ entries }: Call): boolean {
    const bytes = entries.reduce((sum, { event }) => sum + event.bytes, 0);
    const { maxQueueEvents, maxQueueBytes } = this.#limits;
    const isNext = this.#waiting.length === 0;
    return isNext && this.#events + entries.length <= maxQueueEvents && this.#bytes + bytes <= maxQueueBytes;
  }

  offer(call: Call): void {
    this.#waiting.push(call);
    this.#admit();
  }

  /** Removes and returns the next batch within the limits. The batch takes up room until `release`. */
  take(): Entry[] {
    const { maxBatchEvents, maxBatchBytes } = this.#limits;
    let bytes = BRACKETS - COMMA;
    let count = 0;
    for (const { event } of this.#entries) {
      if (count === maxBatchEvents || bytes + COMMA + event.bytes > maxBatchBytes) break;
      bytes += COMMA + event.bytes;
      count += 1;
    }
    const batch = this.#entries.splice(0, count);
    this.#queuedBytes -= bytesOf(batch);
    return batch;
  }

  /** Frees the room of a batch, and queues waiting events. */
  release(batch: readonly Entry[]): void {
    this.#events -= batch.length;
    this.#bytes -= bytesOf(batch);
    this.#admit();
  }

  /** Removes entries of calls that are already answered or have failed. */
  sweep(): void {
    const gone = this.#entries.filter(({ call }) => !call.isOpen);
    this.#entries = this.#entries.filter(({ call }) => call.isOpen);
    this.#waiting = this.#waiting.filter(({ isOpen }) => isOpen);
    this.#queuedBytes -= bytesOf(gone);
    this.release(gone);
  }

  #admit(): void {
    const { maxQueueEvents, maxQueueBytes } = this.#limits;
    while (this.#waiting[0]) {
      const [call] = this.#waiting;
      const entry = call.entries[call.queued];
      if (!entry || !call.isOpen) {
        call.hasQueued();
        this.#waiting.shift();
        continue;
      }
      const { bytes } = entry.event;
      const isFull = this.#events >= maxQueueEvents || (this.#events > 0 && this.#bytes + bytes > maxQueueBytes);
      if (!entry.isAnswered && isFull) return;
      call.queued += 1;
      if (entry.isAnswered) continue;
      entry.queuedAt = performance.now();
      this.#entries.push(entry);
      this.#events += 1;
      this.#bytes += bytes;
      this.#queuedBytes += bytes;
    }
  }
}

const bytesOf = (entries: readonly Entry[]): number => entries.reduce((sum, { event }) => sum + event.bytes, 0);
