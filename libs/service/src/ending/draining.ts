import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Readiness } from '../health/readiness.ts';

type Listener = (within: number) => void;

/** Share of the drain time in which load balancers detect that this process is not ready; connections move elsewhere in the rest. */
const NOTICING = 0.5;
/** Share after which no connection is asked to move, so that the last one has time left. */
const MOVING = 0.8;

/**
 * The drain time between SIGTERM and the closing of the port. The process reports not ready and serves as before, so that load
 * balancers redirect new work before any is refused. Long-lived connections move elsewhere in its second half, each after a random
 * delay.
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

  /** Milliseconds within which connections must move elsewhere, including new ones; null while they may stay. */
  get within(): number | null {
    return this.movedBy === null ? null : Math.max(0, this.movedBy - Date.now());
  }

  /** Called when connections must move elsewhere. */
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
