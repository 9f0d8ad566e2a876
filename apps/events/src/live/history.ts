import { Injectable } from '@nestjs/common';

/**
 * Whether what arrives is stored in time. The ingest says so; viewers are told, because a list that is fetched meanwhile
 * lacks what came last.
 */
@Injectable()
export class History {
  private lagging = false;
  private readonly listeners: (() => void)[] = [];

  get isLagging(): boolean {
    return this.lagging;
  }

  /** Calls `listener` in the same turn as each change, after it. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  setLagging(isLagging: boolean): void {
    if (isLagging === this.lagging) return;
    this.lagging = isLagging;
    for (const listener of this.listeners) listener();
  }
}
