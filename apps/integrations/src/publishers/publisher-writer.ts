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

/** Removes all publishers, in the transaction that deletes the integration or moves it to another organization. */
export const endPublishers = async (em: EntityManager, integrationId: number): Promise<void> => {
  end(em, await em.find(Publisher, { integrationId }));
  await em.flush();
};

/**
 * Locks an e-mail until the transaction ends, so that adding a publisher and updating a user with that e-mail are serialized. Call it
 * before locking rows of users.
 */
export const lockEmail = async (em: EntityManager, email: string): Promise<void> => {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [
    ADVISORY_LOCKS.publisherEmail,
    email.toLowerCase(),
  ]);
};

/**
 * Applies a user's state to publishers. A user with a publisher's e-mail becomes that publisher, and stays the publisher when the
 * e-mail changes. A deleted user's publishers are removed.
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
