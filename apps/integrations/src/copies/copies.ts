import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserState } from '@portico/contracts/events/identity';
import { copyOfMemberships, copyOfOrganizations, copyOfUsers } from '@portico/messaging';
import { lockKeysOf, settleKeys } from '../keys/key-owners.ts';
import { lockEmail, settlePublishers } from '../publishers/publisher-writer.ts';

/** Managers of a deleted organization are no longer responsible for keys. */
export const organizationsCopy = copyOfOrganizations(async (em, { id }, write) => {
  if (await write()) await settleKeys(em, { organizationId: id });
});

export const membershipsCopy = copyOfMemberships(async (em, { userId }, write) => {
  if (await write()) await settleKeys(em, { userId });
});

/** Columns with a creator's e-mail. They follow the account's e-mail, and a deleted account leaves its id. */
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
  // Integrations are locked before e-mails, like when a manager adds a publisher.
  await lockKeysOf(em, state.id);
  await lockEmail(em, state.email);
  const [before] = await em.execute<{ email: string }[]>('select email from users where id = ?', [state.id]);
  if (!(await write())) return;
  await renameIn(em, before?.email ?? '', state);
  await settlePublishers(em, state);
  await settleKeys(em, { userId: state.id });
});
