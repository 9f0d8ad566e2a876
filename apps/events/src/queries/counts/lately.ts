import type { Known } from './kept-parts.ts';
import type { Moment } from './moments.ts';
import { keyOf, type TablePart } from './parts.query.ts';

/** Milliseconds for which counts are a good guess of those of now. */
const OLD = 60_000;

/** What is known of the table at one moment. */
export type State = { known: Known; moment: Moment };

/** What was known last, by one length of buckets. */
export class Lately {
  private state: State | null = null;

  get isKnown(): boolean {
    return this.state !== null;
  }

  /** Of some moment of the last minute. */
  latest(now = performance.now()): Known | null {
    return this.state && now - this.state.moment.sentAt < OLD ? this.state.known : null;
  }

  note(state: State): void {
    if (state.moment.sentAt >= (this.state?.moment.sentAt ?? 0)) this.state = state;
  }

  forget(): void {
    this.state = null;
  }

  /** What was known last, when nothing but events has come since: no part that it knew is gone. */
  before(there: readonly TablePart[]): State | null {
    if (!this.state) return null;
    const keys = new Set(there.map(keyOf));
    return this.state.moment.parts.every((part) => keys.has(keyOf(part))) ? this.state : null;
  }
}
