import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { UserState } from '@portico/contracts/events/identity';
import { publisherChanged } from '@portico/contracts/events/integrations';
import { Outbox } from '@portico/messaging';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { Publisher } from './publisher.entity.ts';

const outbox = new Outbox();

const end = (em: EntityManager, publishers: readonly Publisher[]): void => {
  for (const publisher of publishers) {
    publisher.version += 1;
    outbox.add(em, publisherChanged, publisher.toState(new Date()));
    em.remove(publisher);
  }
};

/** Part of the transaction that deletes the integration or gives it to another organization. */
export const endPublishers = async (em: EntityManager, integrationId: number): Promise<void> => {
  end(em, await em.find(Publisher, { integrationId }));
  await em.flush();
};

/**
 * Until the transaction ends no other one names this e-mail, or keeps a user who has it: of two at once neither would see the
 * other. Taken before rows of users are.
 */
export const lockEmail = async (em: EntityManager, email: string): Promise<void> => {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [
    ADVISORY_LOCKS.publisherEmail,
    email.toLowerCase(),
  ]);
};

/**
 * What follows from a user's state: the user with the e-mail that was named is the publisher, and stays it under another one;
 * a user who was deleted is none.
 */
export const settlePublishers = async (em: EntityManager, { id, email, deletedAt }: UserState): Promise<void> => {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  if (deletedAt !== null) end(em, await em.find(Publisher, { userId: id }, lock));
  else
    for (const publisher of await em.find(Publisher, { userId: null, email: email.toLowerCase() }, lock)) {
      publisher.userId = id;
      publisher.version += 1;
      outbox.add(em, publisherChanged, publisher.toState());
    }
  await em.flush();
};
