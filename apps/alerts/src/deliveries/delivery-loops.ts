import { EntityManager } from '@mikro-orm/postgresql';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { afterCommitOf } from '@portico/postgres';
import { Delivery } from '../outbound/delivery.entity.ts';
import { Pending } from '../outbound/pending.entity.ts';
import { Dispatcher } from './dispatcher.ts';
import { Reminders } from './reminders.ts';
import { Sender } from './sender.ts';

/** Messages that one process sends at once: a channel that does not answer holds up the others by that much less. */
const SENDERS = 6;
const A_MINUTE = 60_000;
/** An attempt takes ten seconds at most. */
const ATTEMPT = 11_000;

/** Decides, reminds and sends, as long as the process runs. */
@Injectable()
export class DeliveryLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sending: Loop;
  private readonly loops: readonly Loop[];

  constructor(em: EntityManager, dispatcher: Dispatcher, sender: Sender, reminders: Reminders) {
    this.sending = new Loop({ name: 'sender', next: () => sender.next(), count: SENDERS });
    const dispatching = new Loop({ name: 'dispatcher', next: () => dispatcher.next() });
    this.loops = [
      this.sending,
      dispatching,
      new Loop({ name: 'reminders', next: () => reminders.next(), pause: A_MINUTE }),
    ];
    afterCommitOf(em, [{ entity: Pending }], () => dispatching.wake());
    afterCommitOf(em, [{ entity: Delivery }], () => this.sending.wake());
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  wake(): void {
    this.sending.wake();
  }

  /** Waits until it is so, for as long as an attempt may take. */
  async attempted(isSo: () => Promise<boolean>): Promise<void> {
    this.wake();
    for (const end = Date.now() + ATTEMPT; Date.now() < end && !(await isSo());) await pause(50);
  }
}
