import { LockMode } from '@mikro-orm/postgresql';
import { userChanged, viewHandover } from '@portico/contracts/events/identity';
import { erasedStates, type Operations, owned } from '@portico/messaging';
import { identityDatabase } from './database.ts';
import { membershipsCopy, organizationsCopy } from './organizations/organizations.consumer.ts';
import { User } from './user-row/user.entity.ts';

const users = owned(userChanged, {
  table: 'users',
  lock: (em, after, limit) =>
    em.find(User, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_WRITE }),
  toState: (user) => user.toState(),
  // Tokens contain accessVersion. If the published user has other access data than the row, the row's tokens get a new accessVersion, so
  // that tokens of the published user become invalid.
  raise: (user, seen) => {
    const isSame = seen.email === user.email && seen.usertype === user.usertype;
    if (!isSame || seen.accessVersion > user.accessVersion || seen.deletedAt !== null)
      user.accessVersion = user.version;
  },
});

export const identityOperations: Operations = {
  service: 'identity',
  database: identityDatabase,
  owned: [users],
  copies: [organizationsCopy, membershipsCopy],
  erasure: { stays: ['memberships'], states: [erasedStates(viewHandover, () => ({ name: '' }))] },
};
