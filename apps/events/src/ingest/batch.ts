import type { JudgedMessage } from '../judge/judged-message.ts';
import { GRACE } from '../judge/judged-message.ts';
import { mayChange } from '../judge/accept.ts';

/** Number of events at which a batch is stored immediately. */
export const FLUSH_EVENTS = 25_000;
/** Milliseconds after which a smaller batch is stored. Longer after a slow batch, see {@link intervalAfter}. */
export const FLUSH_INTERVAL = 250;
const PATIENCE = 4;
const LONGEST_INTERVAL = 2_000;
/** Events in the batch at which the ingest stops fetching. Up to 10 MB of already fetched messages may still be added. */
const MAX_WAITING_EVENTS = 50_000;
/** Bytes in the batch at which the ingest stops fetching. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which the next batch is stored. `taken`: milliseconds for storing the last batch. */
export const intervalAfter = (taken: number): number =>
  Math.min(Math.max(FLUSH_INTERVAL, taken * PATIENCE), LONGEST_INTERVAL);

/** Messages to store together, in order of arrival. */
export class Batch {
  private waiting: JudgedMessage[] = [];
  /** When each message was read. */
  private readAt: number[] = [];
  private size = 0;

  /** @param now a time in milliseconds, of the same clock as for {@link take}. */
  add(judged: JudgedMessage, now: number): void {
    this.waiting.push(judged);
    this.readAt.push(now);
    this.size += judged.message.value?.length ?? 0;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Total bytes of the published values. */
  get bytes(): number {
    return this.size;
  }

  get isFull(): boolean {
    return this.length >= MAX_WAITING_EVENTS || this.bytes >= MAX_WAITING_BYTES;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /**
   * Removes and returns the messages that can be stored or rejected now. A message whose verdict may change, because its integration
   * is new, waits until its grace period ends. Later messages of its partition wait too, because messages are committed in order.
   */
  take(now: number): JudgedMessage[] {
    const { waiting, readAt } = this;
    const held = new Set<number>();
    const taken: JudgedMessage[] = [];
    [this.waiting, this.readAt, this.size] = [[], [], 0];
    for (const [index, judged] of waiting.entries()) {
      const { partition } = judged.position;
      const at = readAt[index] ?? now;
      if (at + GRACE > now && mayChange(judged.verdict)) held.add(partition);
      if (held.has(partition)) this.add(judged, at);
      else taken.push(judged);
    }
    return taken;
  }
}
