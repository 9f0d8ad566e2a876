import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { endOverdue, settleResponsible } from './settle.ts';

const ENDS_EVERY = 5_000;
const SETTLES_EVERY = 10 * 60_000;

/**
 * Deletes channels and rules that got no new owner in time. It also checks every channel and rule at the start and every ten minutes: one that was made
 * while its maker lost the right was not there yet when that was noted.
 */
@Injectable()
export class ResponsibleLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loops: readonly Loop[];

  constructor(em: EntityManager) {
    this.loops = [
      new Loop({
        name: 'responsible',
        next: async () => {
          await em.fork().transactional((own) => settleResponsible(own, null));
          return false;
        },
        pause: SETTLES_EVERY,
      }),
      new Loop({ name: 'unowned', next: () => em.fork().transactional(endOverdue), pause: ENDS_EVERY }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
