import type { EntityManager } from '@mikro-orm/postgresql';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';
import { viewHandover, type ViewHandoverState } from '@portico/contracts/events/identity';
import { Outbox } from '@portico/messaging';

/** The user whose rights may have changed; null checks every view. */
type Concern = { userId: number } | null;

const SHARED = '(v.organization_id is not null or v.for_staff)';

/** SQL: whether the responsible person of a shared view may still share it. */
const HAS_RIGHT = `exists (select from users u where u.id = v.user_id and (u.usertype in ('ADMIN', 'SUPER_ADMIN')
  or exists (select from memberships m where m.user_id = u.id and m.organization_id = v.organization_id and m.approved
    and m.role = 'manager' and m.deleted_at is null)))`;

/** SQL columns of the state that is published for a view `v` after its handover version was incremented. */
const STATE = `v.id, v.handover_version as version, v.name, v.organization_id as "organizationId",
  v.user_id as "responsibleUserId", to_json(v.needs_owner_since) as "needsOwnerSince"`;
type Row = Omit<ViewHandoverState, 'deletedAt'>;

const outbox = new Outbox();

async function publish(em: EntityManager, rows: readonly Row[], deletedAt: Date | null = null): Promise<void> {
  for (const row of rows) outbox.add(em, viewHandover, { ...row, deletedAt: deletedAt?.toISOString() ?? null });
  await em.flush();
}

/**
 * Marks shared views whose responsible person lost the right to share them, and unmarks views whose person regained it. Runs in the
 * transaction that changes the right.
 */
export async function settleViews(em: EntityManager, concern: Concern): Promise<void> {
  const rows = await em.execute<Row[]>(
    `update views v set needs_owner_since = case when ${HAS_RIGHT} then null else now() end,
       handover_version = handover_version + 1
     where v.id in (select v.id from views v where ${SHARED} and ${concern === null ? 'true' : 'v.user_id = ?'}
       and (v.needs_owner_since is null) <> ${HAS_RIGHT} order by v.id for update) returning ${STATE}`,
    concern === null ? [] : [concern.userId],
  );
  await publish(em, rows);
}

/** Marks the shared views of a deleted account, which stay and need a new owner. */
export async function leaveViews(em: EntityManager, userId: number): Promise<void> {
  const rows = await em.execute<Row[]>(
    `update views v set user_id = null, needs_owner_since = coalesce(v.needs_owner_since, now()),
       handover_version = handover_version + 1
     where v.id in (select v.id from views v where ${SHARED} and v.user_id = ? order by v.id for update)
     returning ${STATE}`,
    [userId],
  );
  await publish(
    em,
    rows.map((row) => ({ ...row, responsibleUserId: userId })),
  );
}

/** Publishes that a view has a responsible person again. */
export async function noteTakenOver(em: EntityManager, id: number): Promise<void> {
  const sql = `update views v set handover_version = handover_version + 1 where id = ? returning ${STATE}`;
  await publish(em, await em.execute<Row[]>(sql, [id]));
}

/** Deletes views, and publishes the deletion of views that needed a new owner. */
export async function deleteViews(em: EntityManager, where: string, values: readonly unknown[]): Promise<number> {
  const rows = await em.execute<Row[]>(
    `with gone as (delete from views where ${where} returning *),
       v as (select id, name, organization_id, user_id, needs_owner_since, handover_version + 1 as handover_version from gone)
     select ${STATE} from v`,
    [...values],
  );
  await publish(
    em,
    rows.filter(({ needsOwnerSince }) => needsOwnerSince !== null),
    new Date(),
  );
  return rows.length;
}

/**
 * Deletes a batch of shared views that found no new owner within NEW_OWNER_DAYS days.
 * @returns whether more views may be overdue.
 */
export async function endUnownedViews(em: EntityManager): Promise<boolean> {
  const overdue = `id in (select v.id from views v where ${SHARED} and not ${HAS_RIGHT}
    and v.needs_owner_since < now() - make_interval(days => ?) order by v.id limit 50 for update skip locked)`;
  return (await deleteViews(em, overdue, [NEW_OWNER_DAYS])) > 0;
}
