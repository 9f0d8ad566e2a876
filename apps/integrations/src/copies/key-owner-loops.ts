import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { KAFKA, type Kafka } from '@portico/kafka';
import { Loop } from '@portico/service';
import { endUnownedKeys, settleKeys } from '../keys/key-owners.ts';
import { usersCopy } from './copies.ts';

const END_INTERVAL_MS = 5_000;
const SETTLE_INTERVAL_MS = 10 * 60_000;

/**
 * Revokes keys that find no new owner. Also checks every key at start and every ten minutes: if a creator loses the right at the
 * moment when the key is created, the change of the right does not stop the key.
 */
@Injectable()
export class KeyOwnerLoops implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loops: readonly Loop[];

  constructor(
    private readonly em: EntityManager,
    private readonly orm: MikroORM,
    @Inject(KAFKA) private readonly kafka: Kafka,
  ) {
    this.loops = [
      new Loop({ name: 'checking owners of keys', next: () => this.settle(), pause: SETTLE_INTERVAL_MS }),
      new Loop({
        name: 'revoking keys without an owner',
        next: () => em.fork().transactional(endUnownedKeys),
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
    // The copy of the previous release contains no user types, so the service reads them from the topic once.
    const unknown = await this.em
      .fork()
      .execute('select from users where usertype is null and deleted_at is null limit 1');
    if (unknown.length > 0) await usersCopy.rebuild({ orm: this.orm, kafka: this.kafka, service: 'integrations' });
    await this.em.fork().transactional((em) => settleKeys(em, null));
    return false;
  }
}
