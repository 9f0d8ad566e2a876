import { LockMode } from '@mikro-orm/postgresql';
import { userChanged } from '@portico/contracts/events/identity';
import { type Operations, owned } from '@portico/messaging';
import { identityDatabase } from './database.ts';
import { membershipsCopy, organizationsCopy } from './organizations/organizations.consumer.ts';
import { User } from './user-row/user.entity.ts';

const users = owned(userChanged, {
  table: 'users',
  lock: (em, after, limit) =>
    em.find(User, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_WRITE }),
  toState: (user) => user.toState(),
  // Tokens carry it: those of what readers have seen since end, and new ones must not be older than that.
  raise: (user, seen) => {
    const isSame = seen.email === user.email && seen.usertype === user.usertype;
    if (!isSame || seen.accessVersion > user.accessVersion || seen.deletedAt !== null)
      user.accessVersion = user.version;
  },
});

/** What can be repaired of identity; the purchases that it has seen are marks, and no copy. */
export const identityOperations: Operations = {
  service: 'identity',
  database: identityDatabase,
  owned: [users],
  copies: [organizationsCopy, membershipsCopy],
};
