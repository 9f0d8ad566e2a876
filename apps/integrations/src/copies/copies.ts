import { userChanged } from '@portico/contracts/events/identity';
import { copyOf, copyOfMemberships, copyOfOrganizations } from '@portico/messaging';
import { lockKeysOf, settleKeys } from '../keys/key-owners.ts';
import { lockEmail, settlePublishers } from '../publishers/publisher-writer.ts';

/** Managers of a deleted organization are not responsible for keys any more. */
export const organizationsCopy = copyOfOrganizations(async (em, { id }, write) => {
  if (await write()) await settleKeys(em, { organizationId: id });
});

export const membershipsCopy = copyOfMemberships(async (em, { userId }, write) => {
  if (await write()) await settleKeys(em, { userId });
});

export const usersCopy = copyOf(userChanged, {
  table: 'users',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    usertype: ({ usertype }) => usertype,
    deleted_at: ({ deletedAt }) => deletedAt,
  },
  apply: async (em, state, write) => {
    // Integrations are locked before e-mails, as by a manager who names a publisher.
    await lockKeysOf(em, state.id);
    await lockEmail(em, state.email);
    if (!(await write())) return;
    await settlePublishers(em, state);
    await settleKeys(em, { userId: state.id });
  },
});
