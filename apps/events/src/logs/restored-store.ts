import { Injectable } from '@nestjs/common';

type Listener = (storedAt: number) => void;

/** Says to those who keep something in ClickHouse beside the list that it was restored to an older state. */
@Injectable()
export class RestoredStore {
  private readonly listeners: Listener[] = [];

  /** @param listener - called with when the newest row was stored that the list still has: milliseconds since 1970. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  seen(storedAt: number): void {
    for (const listener of this.listeners) listener(storedAt);
  }
}
