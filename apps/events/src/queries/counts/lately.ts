import type { Known } from './kept-parts.ts';
import { keyOf, type TablePart } from './parts.query.ts';

/** Milliseconds for which counts are a good guess of those of now. */
const OLD = 60_000;

/** What is known of these parts, which were there at a moment after `sentAt`. Moments are of the process's own clock. */
export type State = { known: Known; parts: readonly TablePart[]; sentAt: number };

/** What was known last, by one length of buckets. */
export class Lately {
  private state: State | null = null;

  /** @param most - milliseconds for which {@link Lately.answer} may be given. */
  constructor(private readonly most: number) {}

  get isKnown(): boolean {
    return this.state !== null;
  }

  /** Of some moment of the last minute. */
  latest(now = performance.now()): Known | null {
    return this.state && now - this.state.sentAt < OLD ? this.state.known : null;
  }

  note(state: State): void {
    if (state.sentAt >= (this.state?.sentAt ?? 0)) this.state = state;
  }

  forget(): void {
    this.state = null;
  }

  /**
   * What was known a moment ago, when nothing but events has come since: no part that it knew is gone.
   * @param answered - what was answered last, and when: no later moment may have been answered.
   */
  answer(
    there: readonly TablePart[],
    answered: { known: Known; at: number } | null,
    now = performance.now(),
  ): Known | null {
    if (!this.state) return null;
    const { known, parts, sentAt } = this.state;
    if (now - sentAt > this.most || (answered !== null && answered.known !== known && sentAt < answered.at))
      return null;
    const keys = new Set(there.map(keyOf));
    return parts.every((part) => keys.has(keyOf(part))) ? known : null;
  }
}
