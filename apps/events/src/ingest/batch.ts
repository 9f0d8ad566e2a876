import type { JudgedMessage } from '../judge/judged-message.ts';
import { GRACE } from '../judge/judged-message.ts';
import { mayChange } from '../judge/accept.ts';

/** A batch is settled at once when it is this long. */
export const FLUSH_EVENTS = 25_000;
/** A shorter batch is settled when it is this old, in milliseconds, or several times older where settling takes long. */
export const FLUSH_INTERVAL = 250;
const PATIENCE = 4;
const LONGEST_INTERVAL = 2_000;
/** The ingest stops fetching while a batch is longer. What was fetched before still comes: 10 MB. */
const MAX_WAITING_EVENTS = 50_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** @param taken - milliseconds for the last batch. */
export const intervalAfter = (taken: number): number =>
  Math.min(Math.max(FLUSH_INTERVAL, taken * PATIENCE), LONGEST_INTERVAL);

/** Messages to store together, in order of arrival. */
export class Batch {
  private waiting: JudgedMessage[] = [];
  /** When each of them was read. */
  private readAt: number[] = [];
  private size = 0;

  /** @param now - milliseconds of a clock that is the same for {@link take}. */
  add(judged: JudgedMessage, now: number): void {
    this.waiting.push(judged);
    this.readAt.push(now);
    this.size += judged.message.value?.length ?? 0;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Of the values as they were published. */
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
   * Takes out what can be settled now. A message whose verdict may change, because its integration was made a moment ago,
   * waits until its grace is over, and with it what comes after it in its partition: positions are settled in order.
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
