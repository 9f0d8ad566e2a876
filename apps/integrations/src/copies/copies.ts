import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserState } from '@portico/contracts/events/identity';
import { copyOfMemberships, copyOfOrganizations, copyOfUsers } from '@portico/messaging';
import { lockKeysOf, settleKeys } from '../keys/key-owners.ts';
import { lockEmail, settlePublishers } from '../publishers/publisher-writer.ts';

/** The copy of organizations. When an organization is deleted, its managers' keys are no longer accepted. */
export const organizationsCopy = copyOfOrganizations(async (em, { id }, write) => {
  if (await write()) await settleKeys(em, { organizationId: id });
});

export const membershipsCopy = copyOfMemberships(async (em, { userId }, write) => {
  if (await write()) await settleKeys(em, { userId });
});

/**
 * Columns with a user's e-mail. When the account's e-mail changes, these columns change too. When the account is deleted, `deleted user
 * <id>` replaces the e-mail.
 */
const SIGNED = [
  ['integration_keys', 'created_by'],
  ['integration_event_schemas', 'updated_by'],
] as const;

async function renameIn(em: EntityManager, before: string, { id, email, deletedAt }: UserState): Promise<void> {
  if (before === '' || before === email) return;
  for (const [table, column] of SIGNED)
    await em.execute(`update ${table} set ${column} = ? where lower(${column}) = lower(?)`, [
      deletedAt === null ? email : `deleted user ${id}`,
      before,
    ]);
}

export const usersCopy = copyOfUsers(async (em, state, write) => {
  // Locks integrations before e-mails, in the same order as when a manager adds a publisher.
  await lockKeysOf(em, state.id);
  await lockEmail(em, state.email);
  const [before] = await em.execute<{ email: string }[]>('select email from users where id = ?', [state.id]);
  if (!(await write())) return;
  await renameIn(em, before?.email ?? '', state);
  await settlePublishers(em, state);
  await settleKeys(em, { userId: state.id });
});
