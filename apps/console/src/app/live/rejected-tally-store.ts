import type { RejectedTally } from '@portico/contracts/live';
import type { RejectedSource } from '../../features/rejected-events/rejected-source.ts';
import type { LiveSocket } from './live-socket.ts';

/** The server's count of rejected events. It is asked for once somebody listens, and again after each connection. */
export class RejectedTallyStore implements RejectedSource {
  readonly #open: () => void;
  readonly #listeners = new Set<() => void>();
  #socket: LiveSocket | null = null;
  #tally: RejectedTally | null = null;

  constructor(open: () => void) {
    this.#open = open;
  }

  current = (): RejectedTally | null => this.#tally;

  onChange = (listener: () => void): (() => void) => {
    const isFirst = this.#listeners.size === 0;
    this.#listeners.add(listener);
    if (isFirst && this.#socket) this.#ask();
    else if (isFirst) this.#open();
    return () => this.#listeners.delete(listener);
  };

  attach(socket: LiveSocket): void {
    this.#socket = socket;
    socket.on('connect', () => this.#ask());
    socket.on('rejected', (tally) => this.#set(tally));
  }

  /** The session has ended. */
  clear(): void {
    this.#socket = null;
    this.#set(null);
  }

  #ask(): void {
    // Who may not know it gets no count, and there is nothing else to do about it.
    if (this.#listeners.size > 0 && this.#socket?.connected === true)
      this.#socket.emit('watchRejected', () => undefined);
  }

  #set(tally: RejectedTally | null): void {
    this.#tally = tally;
    for (const listener of this.#listeners) listener();
  }
}
