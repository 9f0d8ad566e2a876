import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';
import { keyChanged, keyHandover } from '@portico/contracts/events/integrations';
import { Outbox } from '@portico/messaging';
import { Integration } from '../integration-row/integration.entity.ts';
import { IntegrationKey } from './key.entity.ts';

/** Selects the keys to check, by the user, organization or integration whose rights may have changed. Null selects every key. */
type Concern = { userId: number } | { organizationId: number } | { integrationId: number } | null;

const outbox = new Outbox();

/**
 * SQL: whether a key's responsible person may still connect the key's integration. A user with an unknown user type counts as an
 * administrator.
 */
const HAS_RIGHT = `exists (select from users u join integrations i on i.id = k.integration_id
  where u.id = k.responsible_user_id and u.deleted_at is null
    and (u.usertype is null or u.usertype in ('ADMIN', 'SUPER_ADMIN')
      or exists (select from publishers p where p.integration_id = i.id and p.user_id = u.id)
      or exists (select from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
        where m.user_id = u.id and m.organization_id = i.organization_id and m.approved and m.role = 'manager'
          and m.deleted_at is null)))`;

const OPEN = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())';

/** SQL: sets the responsible user of keys that a process of the previous release created with only the creator's e-mail. */
const NAMED = `update integration_keys k set responsible_user_id = u.id from users u
  where k.responsible_user_id is null and u.deleted_at is null and lower(u.email) = lower(k.created_by)`;

const whereOf = (concern: Concern): { sql: string; values: unknown[] } => {
  if (concern === null) return { sql: 'true', values: [] };
  if ('userId' in concern) return { sql: 'k.responsible_user_id = ?', values: [concern.userId] };
  if ('integrationId' in concern) return { sql: 'k.integration_id = ?', values: [concern.integrationId] };
  return {
    sql: 'k.integration_id in (select id from integrations where organization_id = ?)',
    values: [concern.organizationId],
  };
};

/**
 * Stops keys whose responsible person lost the right to connect the integration, and resumes keys whose person regained the right.
 * Runs in the transaction that changes the right.
 */
export async function settleKeys(em: EntityManager, concern: Concern): Promise<void> {
  await em.flush();
  if (concern === null) await em.execute(NAMED);
  const { sql, values } = whereOf(concern);
  const stopping = `${OPEN} and k.needs_owner_since is null and ${sql} and not ${HAS_RIGHT}`;
  const going = `k.revoked_at is null and k.needs_owner_since is not null and ${sql} and ${HAS_RIGHT}`;
  const now = new Date();
  for (const key of await lockedKeys(em, stopping, values)) noteChange(em, key, { needsOwnerSince: now });
  for (const key of await lockedKeys(em, going, values)) noteChange(em, key, { needsOwnerSince: null });
  await em.flush();
}

/**
 * Revokes keys that found no new owner within NEW_OWNER_DAYS days.
 * @returns whether a key was revoked.
 */
export async function endUnownedKeys(em: EntityManager): Promise<boolean> {
  const overdue = `k.revoked_at is null and k.needs_owner_since < now() - make_interval(days => ?) and not ${HAS_RIGHT}`;
  const keys = await lockedKeys(em, overdue, [NEW_OWNER_DAYS]);
  for (const key of keys) noteChange(em, key, { revokedAt: new Date() });
  await em.flush();
  return keys.length > 0;
}

/** Locks the integrations of the keys for which a user is responsible, in the order of the integrations' ids. */
export async function lockKeysOf(em: EntityManager, userId: number): Promise<void> {
  await lockIntegrations(em, 'k.responsible_user_id = ?', [userId]);
}

/** Changes a key and publishes its next version. If it needs or needed a new owner, also publishes the handover state. */
export function noteChange(
  em: EntityManager,
  key: IntegrationKey,
  change: Partial<Pick<IntegrationKey, 'needsOwnerSince' | 'revokedAt' | 'responsibleUserId' | 'hookSealed'>>,
): void {
  const isHandedOver = Boolean(change.needsOwnerSince ?? key.needsOwnerSince);
  Object.assign(key, change);
  key.version += 1;
  outbox.add(em, keyChanged, key.toState());
  if (isHandedOver) outbox.add(em, keyHandover, key.toHandover());
}

/** Returns the matching keys, after locking their integrations: writers of keys lock the integration instead of rows. */
async function lockedKeys(em: EntityManager, where: string, values: readonly unknown[]): Promise<IntegrationKey[]> {
  if (!(await lockIntegrations(em, where, values))) return [];
  const rows = await em.execute<{ id: number }[]>(`select k.id from integration_keys k where ${where}`, [...values]);
  return em.find(IntegrationKey, { id: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' }, refresh: true });
}

/** Locks the integrations of matching keys. @returns whether any key matches. */
export async function lockIntegrations(em: EntityManager, where: string, values: readonly unknown[]): Promise<boolean> {
  const rows = await em.execute<{ id: number }[]>(
    `select distinct k.integration_id as id from integration_keys k where ${where}`,
    [...values],
  );
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await em.find(Integration, { id: { $in: ids } }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
  return true;
}
