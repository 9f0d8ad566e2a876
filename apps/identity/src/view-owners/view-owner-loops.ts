import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { endUnownedViews, settleViews } from './view-owners.ts';

const END_INTERVAL_MS = 5_000;
const SETTLE_INTERVAL_MS = 10 * 60_000;

/**
 * Deletes shared views that find no new owner. Also checks every shared view at start and every ten minutes, because the
 * service can miss a view that is shared at the moment when its creator loses the right to share it.
 */
@Injectable()
export class ViewOwnerLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loops: readonly Loop[];

  constructor(private readonly em: EntityManager) {
    this.loops = [
      new Loop({ name: 'checking owners of shared views', next: () => this.settle(), pause: SETTLE_INTERVAL_MS }),
      new Loop({
        name: 'deleting shared views without an owner',
        next: () => em.fork().transactional(endUnownedViews),
        pause: END_INTERVAL_MS,
      }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async settle(): Promise<boolean> {
    await this.em.fork().transactional((em) => settleViews(em, null));
    return false;
  }
}
