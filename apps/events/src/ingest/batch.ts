import type { Positions } from '@portico/contracts/events/position';
import type { JudgedMessage } from '../judge/judged-message.ts';

/** A batch is settled at once when it is this long. */
export const FLUSH_EVENTS = 25_000;

/** Messages to store together, in order of arrival. */
export class Batch {
  readonly messages: JudgedMessage[] = [];
  private readonly last = new Map<number, number>();
  private size = 0;

  add(judged: JudgedMessage): void {
    const { partition, offset } = judged.position;
    this.messages.push(judged);
    this.last.set(partition, offset);
    this.size += judged.message.value?.length ?? 0;
  }

  /** A message that is stored already: only its place counts. */
  skip(partition: number, offset: number): void {
    this.last.set(partition, offset);
  }

  /** Of the values as they were published. */
  get bytes(): number {
    return this.size;
  }

  /** The last offset of each partition that is settled when this batch is. */
  get positions(): Positions {
    return this.last;
  }

  get isEmpty(): boolean {
    return this.last.size === 0;
  }
}
