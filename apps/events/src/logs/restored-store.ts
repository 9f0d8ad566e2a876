import { Injectable } from '@nestjs/common';

type Listener = (storedAt: number) => void;

/** Notifies listeners that an operator has restored ClickHouse to an older state, so that they can refill their tables. */
@Injectable()
export class RestoredStore {
  private readonly listeners: Listener[] = [];

  /** @param listener - called with the storage time of the newest remaining row, in milliseconds since 1970. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  seen(storedAt: number): void {
    for (const listener of this.listeners) listener(storedAt);
  }
}
