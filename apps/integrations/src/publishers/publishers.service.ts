import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { publisherChanged } from '@portico/contracts/events/integrations';
import { MAX_PUBLISHERS, type Publisher as PublisherRow } from '@portico/contracts/http/integration-publishers';
import { Outbox } from '@portico/messaging';
import { type Caller, Problem } from '@portico/service';
import { Access } from '../access/access.ts';
import { Publisher } from './publisher.entity.ts';
import { User } from '../access/user.entity.ts';
import { settleKeys } from '../keys/key-owners.ts';
import { lockEmail } from './publisher-writer.ts';

/** Publishers of an integration. The managers of the integration's organization add and remove publishers. */
@Injectable()
export class PublishersService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly access: Access,
  ) {}

  async list(caller: Caller, integrationId: number): Promise<Page<PublisherRow>> {
    await this.access.requireManager(caller, integrationId);
    const publishers = await this.em.find(Publisher, { integrationId }, { orderBy: { id: 'asc' } });
    return { data: await this.toRows(this.em, publishers), count: publishers.length };
  }

  /** Adds a publisher. Apart from the account's id and name, the response is the same whether or not the address has an account. */
  name(caller: Caller, integrationId: number, email: string): Promise<PublisherRow> {
    return this.em.transactional(async (em) => {
      await this.access.requireManager(caller, integrationId, em, true);
      const known = await em.findOne(Publisher, { integrationId, email });
      const publisher = known ?? (await this.add(em, integrationId, email));
      const [row] = await this.toRows(em, [publisher]);
      if (!row) throw new Error('one publisher makes one row');
      return row;
    });
  }

  async remove(caller: Caller, integrationId: number, id: number): Promise<void> {
    await this.em.transactional(async (em) => {
      await this.access.requireManager(caller, integrationId, em, true);
      const publisher = await em.findOne(Publisher, { id, integrationId });
      if (!publisher) throw Problem.notFound('The publisher');
      publisher.version += 1;
      this.outbox.add(em, publisherChanged, publisher.toState(new Date()));
      em.remove(publisher);
      await settleKeys(em, { integrationId });
    });
  }

  private async add(em: EntityManager, integrationId: number, email: string): Promise<Publisher> {
    if ((await em.count(Publisher, { integrationId })) >= MAX_PUBLISHERS)
      throw new Problem('conflict', `The integration already has ${MAX_PUBLISHERS} publishers. Remove one first.`);
    await lockEmail(em, email);
    // Locks the account, so that it cannot be deleted meanwhile.
    const [user] = await em.execute<{ id: number }[]>(
      'select id from users where lower(email) = ? and deleted_at is null order by id limit 1 for update',
      [email],
    );
    const publisher = em.create(Publisher, { integrationId, email, userId: user?.id ?? null, createdAt: new Date() });
    await em.persist(publisher).flush();
    this.outbox.add(em, publisherChanged, publisher.toState());
    return publisher;
  }

  private async toRows(em: EntityManager, publishers: readonly Publisher[]): Promise<PublisherRow[]> {
    const ids = publishers.map(({ userId }) => userId).filter((id) => typeof id === 'number');
    const users = new Map((await em.find(User, { id: { $in: ids } })).map((user) => [user.id, user]));
    return publishers.map(({ id, email, userId, createdAt }) => {
      const user = users.get(userId ?? 0);
      return { id, email, user: user ? { id: user.id, name: user.name } : null, createdAt: createdAt.toISOString() };
    });
  }
}
