import type { Positions } from '@portico/contracts/events/position';
import { type JudgedMessage, GRACE } from '../judge/judged-message.ts';

/** Bytes of values that may wait: more unknown integrations than that are a publisher's mistake. */
const MAX_BYTES = 64 * 1024 * 1024;

type Waiting = { judged: JudgedMessage; until: number };

/**
 * Messages that were rejected because of what the directory says, kept until they are decided once more, each after its own
 * grace. The ingest does the same, so that what it stores is also shown.
 */
export class GraceRetry {
  private waiting: Waiting[] = [];
  private bytes = 0;
  /** The lowest offset that waits, by partition. */
  private lowest = new Map<number, number>();
  private timer: NodeJS.Timeout | null = null;

  /** @param drop - gets what cannot wait as well, undecided. */
  constructor(
    private readonly decide: (messages: readonly JudgedMessage[]) => void,
    private readonly drop: (judged: JudgedMessage) => void,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  add(judged: JudgedMessage): void {
    if (this.bytes + bytesOf(judged) > this.maxBytes) return this.drop(judged);
    this.waiting.push({ judged, until: performance.now() + GRACE });
    this.note(judged);
    this.timer ??= setTimeout(() => this.look(), GRACE);
  }

  /** Up to where a viewer's cursor may go: not past what still waits, so that a viewer who reconnects meanwhile gets it too. */
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

  /** What waits is forgotten. */
  clear(): void {
    this.stop();
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

  private look(): void {
    const now = performance.now();
    const { waiting } = this;
    const next = waiting.findIndex(({ until }) => until > now);
    const due = next === -1 ? waiting : waiting.slice(0, next);
    this.waiting = next === -1 ? [] : waiting.slice(next);
    this.bytes = 0;
    this.lowest = new Map();
    for (const { judged } of this.waiting) this.note(judged);
    const [first] = this.waiting;
    this.timer = first ? setTimeout(() => this.look(), Math.max(1, Math.ceil(first.until - now))) : null;
    if (due.length > 0) this.decide(due.map(({ judged }) => judged));
  }
}

const bytesOf = ({ message }: JudgedMessage): number => message.value?.length ?? 0;
