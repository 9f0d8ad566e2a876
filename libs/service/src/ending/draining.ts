import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Readiness } from '../health/readiness.ts';

type Listener = (within: number) => void;

/** Part of the time in which load balancers notice that this process is not ready; connections move elsewhere in the rest. */
const NOTICING = 0.5;
/** A connection that moves at the last moment has a moment left. */
const MOVING = 0.8;

/**
 * The time between a request to end and the end of accepting: the process is not ready and serves as before, so that load
 * balancers send new work elsewhere before anything here is refused. Connections that last longer than a request move
 * elsewhere in its second half, each after a random part of it.
 */
@Injectable()
export class Draining implements OnApplicationShutdown {
  private readonly listeners: Listener[] = [];
  private hasBegun = false;
  private movedBy: number | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(readiness: Readiness) {
    readiness.add('ending', () => !this.hasBegun, 'this process is ending');
  }

  /** Milliseconds within which connections move elsewhere, those that come now too; null as long as they stay. */
  get within(): number | null {
    return this.movedBy === null ? null : Math.max(0, this.movedBy - Date.now());
  }

  /** Once connections are to move elsewhere. */
  onHandover(listener: Listener): void {
    this.listeners.push(listener);
  }

  start(milliseconds: number): void {
    this.hasBegun = true;
    this.timer = setTimeout(() => this.handOver(milliseconds * (1 - NOTICING) * MOVING), milliseconds * NOTICING);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private handOver(within: number): void {
    this.movedBy = Date.now() + within;
    for (const listener of this.listeners) listener(within);
  }
}
