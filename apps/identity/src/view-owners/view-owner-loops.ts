import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ofPostgres } from '@portico/postgres';
import { Polling } from '@portico/service';
import { endUnownedViews, settleViews } from './view-owners.ts';

const ENDS_EVERY = 5_000;
const SETTLES_EVERY = 10 * 60_000;

/**
 * Deletes shared views that nobody has taken over. It also checks every shared view at the start and every ten minutes: one that
 * was shared while its maker lost the right was not there yet when that was noted.
 */
@Injectable()
export class ViewOwnerLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ViewOwnerLoops.name);
  private readonly pollings = [new Polling(), new Polling()] as const;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly em: EntityManager) {}

  onApplicationBootstrap(): void {
    const [settling, ending] = this.pollings;
    const failed = (error: unknown) =>
      this.logger.warn({ error: String(error) }, 'owners of views not checked, retrying');
    const options = { toError: ofPostgres, failed };
    this.running = Promise.all([
      settling.work({ ...options, next: () => this.settle(), pause: SETTLES_EVERY }),
      ending.work({ ...options, next: () => this.em.fork().transactional(endUnownedViews), pause: ENDS_EVERY }),
    ]);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const polling of this.pollings) polling.end();
    await this.running;
  }

  private async settle(): Promise<boolean> {
    await this.em.fork().transactional((em) => settleViews(em, null));
    return false;
  }
}
