import { type LiveStatus, STATUS_INTERVAL } from '@portico/contracts/live';
import type { LiveHealth } from '../../api/live-source.ts';

/** Minimum delay, in milliseconds, that the screen shows. Shorter delays would make the text flicker. */
const LATE_MS = 3_000;
/** Milliseconds without any message after which the connection counts as stalled. */
const SILENCE_MS = 2 * STATUS_INTERVAL + 1_000;
const CHECK_MS = 1_000;
/** Milliseconds of waiting for earlier rows before the state becomes `catching-up`. */
const CATCH_UP_MS = 300;
/** Milliseconds without a connection that count as an interruption. A handover to another server process takes less. */
const HANDOVER_MS = 2_000;

const secondsOf = (milliseconds: number): number => Math.round(milliseconds / 1_000);

/** The visible state of the connection, derived from the server's status messages and their absence. */
export class LiveHealthStore {
  readonly #listeners = new Set<() => void>();
  #health: LiveHealth = { state: 'connecting', behind: 0, isHistoryLagging: false };
  #heardAt = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #catchingUp: ReturnType<typeof setTimeout> | undefined;
  #lost: ReturnType<typeof setTimeout> | undefined;

  current = (): LiveHealth => this.#health;

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  disconnected(state: 'connecting' | 'reconnecting'): void {
    clearInterval(this.#watch);
    clearTimeout(this.#catchingUp);
    const setLost = () => this.#set({ state, behind: 0 });
    if (state === 'reconnecting' && this.#health.state === 'live') this.#lost ??= setTimeout(setLost, HANDOVER_MS);
    else setLost();
  }

  /** Called after rows were requested. The server reports when it has sent all earlier rows. */
  asked(): void {
    this.heard();
    clearTimeout(this.#lost);
    this.#lost = undefined;
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#look(), CHECK_MS);
    clearTimeout(this.#catchingUp);
    // The first connection has missed no rows. A short gap has missed only a few rows, so the state stays `live` for a moment.
    const { state } = this.#health;
    if (state === 'reconnecting') this.#set({ state: 'catching-up' });
    if (state === 'live') this.#catchingUp = setTimeout(() => this.#set({ state: 'catching-up' }), CATCH_UP_MS);
  }

  heard(): void {
    this.#heardAt = performance.now();
  }

  reported({ behind, waiting, isHistoryLagging }: LiveStatus): void {
    this.heard();
    if (waiting === 0) clearTimeout(this.#catchingUp);
    const isLive = waiting === 0 || this.#health.state === 'live';
    this.#set({
      state: isLive ? 'live' : this.#health.state,
      behind: behind >= LATE_MS ? secondsOf(behind) : 0,
      isHistoryLagging,
    });
  }

  #look(): void {
    const silence = performance.now() - this.#heardAt;
    if (silence > SILENCE_MS) this.#set({ behind: Math.max(this.#health.behind, secondsOf(silence)) });
  }

  #set(change: Partial<LiveHealth>): void {
    const next = { ...this.#health, ...change };
    const { state, behind, isHistoryLagging } = this.#health;
    if (next.state === state && next.behind === behind && next.isHistoryLagging === isHistoryLagging) return;
    this.#health = next;
    for (const listener of this.#listeners) listener();
  }
}
