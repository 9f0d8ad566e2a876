import type { RejectedTally } from '@portico/contracts/live';
import type { RejectedSource } from '../../api/live-source.ts';
import type { EventsSocket } from './live-socket.ts';

/** The server's count of rejected events. It is asked for once somebody listens, and again after each connection. */
export class RejectedTallyStore implements RejectedSource {
  readonly #connect: () => void;
  readonly #listeners = new Set<() => void>();
  #socket: EventsSocket | null = null;
  #tally: RejectedTally | null = null;

  constructor(connect: () => void) {
    this.#connect = connect;
  }

  current = (): RejectedTally | null => this.#tally;

  onChange = (listener: () => void): (() => void) => {
    const isFirst = this.#listeners.size === 0;
    this.#listeners.add(listener);
    if (isFirst) {
      this.#connect();
      this.#ask();
    }
    return () => this.#listeners.delete(listener);
  };

  attach(socket: EventsSocket): void {
    this.#socket = socket;
    socket.on('connect', () => this.#ask());
    socket.on('rejected', (tally) => this.#set(tally));
  }

  /** The session has ended. */
  clear(): void {
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
