import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { afterCommitOf } from '@portico/postgres';
import { Loop } from '@portico/service';
import { Delivery } from '../outbound/delivery.entity.ts';
import { Sender } from './sender.ts';

/** Number of concurrent senders per process. A channel that does not answer occupies one sender until the timeout. */
const SENDERS = 6;
/** Maximum milliseconds to wait for an attempt, which times out after ten seconds. */
const ATTEMPT_TIMEOUT_MS = 11_000;

@Injectable()
export class Sending implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(em: EntityManager, sender: Sender) {
    this.loop = new Loop({ name: 'sending of messages', next: () => sender.next(), count: SENDERS });
    afterCommitOf(em, [{ entity: Delivery }], () => this.loop.wake());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Waits until the condition is true, or for at most {@link ATTEMPT_TIMEOUT_MS} milliseconds. */
  async attempted(isDone: () => Promise<boolean>): Promise<void> {
    this.loop.wake();
    for (const end = Date.now() + ATTEMPT_TIMEOUT_MS; Date.now() < end && !(await isDone());) await pause(50);
  }
}
