import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Readiness } from '../health/readiness.ts';

type Listener = (within: number) => void;

/** Share of the drain time for load balancers to detect that this process is not ready. Connections move in the remaining time. */
const NOTICING = 0.5;
/**
 * Share of the remaining time in which connections must begin to move. The rest of the time is for the last connection to finish moving.
 */
const MOVING = 0.8;

/**
 * The drain time between SIGTERM and the closing of the port. The process reports not ready but serves as before, so that load
 * balancers redirect new requests before the port closes. In the second half of the time, long-lived connections move to other
 * processes, each after a random delay.
 */
@Injectable()
export class Draining implements OnApplicationShutdown {
  private readonly listeners: Listener[] = [];
  /** Whether the process was asked to end; false after a crash. */
  hasBegun = false;
  private movedBy: number | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(readiness: Readiness) {
    readiness.add('ending', () => !this.hasBegun, 'this process is ending');
  }

  /** Milliseconds within which all connections must move to another process; null while connections may stay. */
  get within(): number | null {
    return this.movedBy === null ? null : Math.max(0, this.movedBy - Date.now());
  }

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
