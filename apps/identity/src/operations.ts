import { LockMode } from '@mikro-orm/postgresql';
import { userChanged } from '@portico/contracts/events/identity';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { copyOf, type Operations, owned } from '@portico/messaging';
import { identityDatabase } from './database.ts';
import { User } from './users/user.entity.ts';

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

const organizations = copyOf(organizationChanged, {
  table: 'organizations',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: { name: ({ name }) => name, deleted_at: ({ deletedAt }) => deletedAt },
  // What was shared with an organization ends with it.
  apply: async (em, { id, deletedAt }, write) => {
    await write();
    if (deletedAt !== null) await em.execute('delete from views where organization_id = ?', [id]);
  },
});

const memberships = copyOf(membershipChanged, {
  table: 'memberships',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: {
    user_id: ({ userId }) => userId,
    organization_id: ({ organizationId }) => organizationId,
    approved: ({ approved }) => approved,
    role: ({ role }) => role,
    deleted_at: ({ deletedAt }) => deletedAt,
  },
});

/** What can be repaired of identity; the purchases that it has seen are marks, and no copy. */
export const identityOperations: Operations = {
  service: 'identity',
  database: identityDatabase,
  owned: [users],
  copies: [organizations, memberships],
};
