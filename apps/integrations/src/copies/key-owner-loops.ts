import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { ofPostgres } from '@portico/postgres';
import { Polling } from '@portico/service';
import { endUnownedKeys, settleKeys } from '../keys/key-owners.ts';
import { usersCopy } from './copies.ts';

const ENDS_EVERY = 5_000;
const SETTLES_EVERY = 10 * 60_000;

/**
 * Revokes keys that nobody has taken over. It also checks every key at the start and every ten minutes: one that was made while
 * its maker lost the right was not there yet when that was noted.
 */
@Injectable()
export class KeyOwnerLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeyOwnerLoops.name);
  private readonly pollings = [new Polling(), new Polling()] as const;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly em: EntityManager,
    private readonly orm: MikroORM,
    @Inject(KAFKA) private readonly kafka: Kafka,
  ) {}

  onApplicationBootstrap(): void {
    const [settling, ending] = this.pollings;
    const failed = (error: unknown) =>
      this.logger.warn({ error: String(error) }, 'owners of keys not checked, retrying');
    const options = { toError: ofPostgres, failed };
    this.running = Promise.all([
      settling.work({ ...options, next: () => this.settle(), pause: SETTLES_EVERY }),
      ending.work({ ...options, next: () => this.em.fork().transactional(endUnownedKeys), pause: ENDS_EVERY }),
    ]);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const polling of this.pollings) polling.end();
    await this.running;
  }

  private async settle(): Promise<boolean> {
    // The copy of a release before has no user types: they are read from the topic once.
    const unknown = await this.em
      .fork()
      .execute('select from users where usertype is null and deleted_at is null limit 1');
    if (unknown.length > 0) await usersCopy.rebuild({ orm: this.orm, kafka: this.kafka, service: 'integrations' });
    await this.em.fork().transactional((em) => settleKeys(em, null));
    return false;
  }
}
