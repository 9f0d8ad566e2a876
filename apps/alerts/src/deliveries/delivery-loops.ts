import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '../loops/loop.ts';
import { Dispatcher } from './dispatcher.ts';
import { Reminders } from './reminders.ts';
import { Sender } from './sender.ts';

/** Messages that one process sends at once: a channel that does not answer holds up the others by that much less. */
const SENDERS = 6;
const POLL = 500;
const A_MINUTE = 60_000;
/** An attempt takes ten seconds at most. */
const ATTEMPT = 11_000;

/** Decides, reminds and sends, as long as the process runs. */
@Injectable()
export class DeliveryLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sending: Loop;
  private readonly loops: readonly Loop[];

  constructor(dispatcher: Dispatcher, sender: Sender, reminders: Reminders) {
    this.sending = new Loop({ name: 'sender', next: () => sender.next(), pause: POLL, count: SENDERS });
    this.loops = [
      this.sending,
      new Loop({
        name: 'dispatcher',
        next: async () => {
          const isWorked = await dispatcher.next();
          if (isWorked) this.sending.wake();
          return isWorked;
        },
        pause: POLL,
      }),
      new Loop({ name: 'reminders', next: () => reminders.next(), pause: A_MINUTE }),
    ];
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
