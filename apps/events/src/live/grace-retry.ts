import type { Positions } from '@portico/contracts/events/position';
import { type JudgedMessage, GRACE } from '../judge/judged-message.ts';

/**
 * Maximum bytes of waiting messages. Further messages are dropped, because so many messages of unknown integrations are a publisher's
 * mistake.
 */
const MAX_BYTES = 64 * 1024 * 1024;

type Waiting = { judged: JudgedMessage; until: number };

/**
 * Holds messages that were rejected because of the directory's current state, and validates each message again after its grace
 * period, once the directory has caught up. The ingest does the same, so that all events that the ingest stores also appear live.
 */
export class GraceRetry {
  private waiting: Waiting[] = [];
  private bytes = 0;
  /** The lowest waiting offset by partition. */
  private lowest = new Map<number, number>();
  private timer: NodeJS.Timeout | null = null;
  private generation = 0;

  /**
   * @param catchUp resolves when the directory contains everything published by now; never rejects.
   * @param decide validates the messages again.
   * @param drop receives a message that exceeds the limit.
   */
  constructor(
    private readonly catchUp: () => Promise<void>,
    private readonly decide: (messages: readonly JudgedMessage[]) => void,
    private readonly drop: (judged: JudgedMessage) => void,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  add(judged: JudgedMessage): void {
    if (this.bytes + bytesOf(judged) > this.maxBytes) return this.drop(judged);
    this.waiting.push({ judged, until: performance.now() + GRACE });
    this.note(judged);
    this.timer ??= setTimeout(() => void this.retry(), GRACE);
  }

  /** Limits a viewer's cursor to positions before the first waiting message, so that viewers who reconnect get this message. */
  limit(known: Positions): Positions {
    if (this.lowest.size === 0) return known;
    const limited = new Map(known);
    for (const [partition, offset] of this.lowest) {
      if (offset > (limited.get(partition) ?? -1)) continue;
      if (offset === 0) limited.delete(partition);
      else limited.set(partition, offset - 1);
    }
    return limited;
  }

  clear(): void {
    this.stop();
    this.generation += 1;
    this.timer = null;
    this.waiting = [];
    this.bytes = 0;
    this.lowest = new Map();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private note(judged: JudgedMessage): void {
    const { partition, offset } = judged.position;
    this.bytes += bytesOf(judged);
    this.lowest.set(partition, Math.min(offset, this.lowest.get(partition) ?? offset));
  }

  /** Validates messages whose grace period has ended. Only one run is active at a time; the next run includes later messages. */
  private async retry(): Promise<void> {
    const { generation } = this;
    const now = performance.now();
    const next = this.waiting.findIndex(({ until }) => until > now);
    const count = next === -1 ? this.waiting.length : next;
    if (count > 0) await this.catchUp();
    if (generation !== this.generation) return;
    const due = this.waiting.splice(0, count);
    this.bytes = 0;
    this.lowest = new Map();
    for (const { judged } of this.waiting) this.note(judged);
    const [first] = this.waiting;
    const pause = first ? Math.max(1, Math.ceil(first.until - performance.now())) : 0;
    this.timer = first ? setTimeout(() => void this.retry(), pause) : null;
    if (due.length > 0) this.decide(due.map(({ judged }) => judged));
  }
}

const bytesOf = ({ message }: JudgedMessage): number => message.value?.length ?? 0;
