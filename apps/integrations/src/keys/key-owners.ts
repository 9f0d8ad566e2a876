import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';
import { keyChanged, keyHandover } from '@portico/contracts/events/integrations';
import { Outbox } from '@portico/messaging';
import { Integration } from '../integration-row/integration.entity.ts';
import { IntegrationKey } from './key.entity.ts';

/** Whose rights may have changed; `null` checks every key. */
type Concern = { userId: number } | { organizationId: number } | { integrationId: number } | null;

const outbox = new Outbox();

/**
 * SQL: whether a key's responsible person may still connect its integration. An account with an unknown user type counts as an
 * administrator's.
 */
const HAS_RIGHT = `exists (select from users u join integrations i on i.id = k.integration_id
  where u.id = k.responsible_user_id and u.deleted_at is null
    and (u.usertype is null or u.usertype in ('ADMIN', 'SUPER_ADMIN')
      or exists (select from publishers p where p.integration_id = i.id and p.user_id = u.id)
      or exists (select from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
        where m.user_id = u.id and m.organization_id = i.organization_id and m.approved and m.role = 'manager'
          and m.deleted_at is null)))`;

const OPEN = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())';

/** Keys created by a process of the previous release identify their creator by e-mail only. */
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
 * Stops keys whose responsible person lost the right to connect the integration, and resumes those whose person regained it. Runs in
 * the transaction that changes the right.
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
 * Revokes keys that found no new owner in time.
 * @returns whether there may be more.
 */
export async function endUnownedKeys(em: EntityManager): Promise<boolean> {
  const overdue = `k.revoked_at is null and k.needs_owner_since < now() - make_interval(days => ?) and not ${HAS_RIGHT}`;
  const keys = await lockedKeys(em, overdue, [NEW_OWNER_DAYS]);
  for (const key of keys) noteChange(em, key, { revokedAt: new Date() });
  await em.flush();
  return keys.length > 0;
}

/** Locks the integrations of a person's keys, in the order of their ids. */
export async function lockKeysOf(em: EntityManager, userId: number): Promise<void> {
  await lockIntegrations(em, 'k.responsible_user_id = ?', [userId]);
}

/** Increments and publishes a key's version in the transaction, including whether it needs a new owner. */
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

/** Writers of keys lock the integration instead of rows. */
async function lockedKeys(em: EntityManager, where: string, values: readonly unknown[]): Promise<IntegrationKey[]> {
  if (!(await lockIntegrations(em, where, values))) return [];
  const rows = await em.execute<{ id: number }[]>(`select k.id from integration_keys k where ${where}`, [...values]);
  return em.find(IntegrationKey, { id: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' }, refresh: true });
}

/** @returns whether there are such keys. */
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
