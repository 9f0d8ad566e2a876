import type { Positions } from '@portico/contracts/events/position';
import { type Arrival, GRACE } from '../ingest/arrival.ts';

/** At most so many wait; more unknown integrations than that are a publisher's mistake. */
const MAX_WAITING = 1_000;

/**
 * Arrivals that were refused because of what the directory says, kept until they are decided once more. The ingest does
 * the same, so that what it stores is also shown.
 */
export class SecondLook {
  private waiting: Arrival[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly decide: (arrivals: readonly Arrival[]) => void) {}

  add(arrival: Arrival): void {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push(arrival);
    this.timer ??= setTimeout(() => this.look(), GRACE);
  }

  /** How far a viewer may be told to be: not past what still waits, so that who reconnects meanwhile gets it too. */
  limit(known: Positions): Positions {
    if (this.waiting.length === 0) return known;
    const limited = new Map(known);
    for (const { position } of this.waiting) {
      const place = limited.get(position.partition) ?? -1;
      if (position.offset > place) continue;
      if (position.offset === 0) limited.delete(position.partition);
      else limited.set(position.partition, position.offset - 1);
    }
    return limited;
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private look(): void {
    const arrivals = this.waiting;
    this.waiting = [];
    this.timer = null;
    this.decide(arrivals);
  }
}
