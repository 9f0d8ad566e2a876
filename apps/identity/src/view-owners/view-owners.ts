import type { EntityManager } from '@mikro-orm/postgresql';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';

/** Whose rights may have changed; `null` checks every view. */
type Concern = { userId: number } | null;

const SHARED = '(v.organization_id is not null or v.for_staff)';

/** SQL: whether the person who is responsible for a shared view may still share it there. */
const HAS_RIGHT = `exists (select from users u where u.id = v.user_id and (u.usertype in ('ADMIN', 'SUPER_ADMIN')
  or exists (select from memberships m where m.user_id = u.id and m.organization_id = v.organization_id and m.approved
    and m.role = 'manager' and m.deleted_at is null)))`;

/**
 * Notes which shared views have lost the person who is responsible for them, and which have theirs back. Part of the transaction
 * that changes the right.
 */
export async function settleViews(em: EntityManager, concern: Concern): Promise<void> {
  await em.execute(
    `update views v set needs_owner_since = case when ${HAS_RIGHT} then null else now() end
     where v.id in (select v.id from views v where ${SHARED} and ${concern === null ? 'true' : 'v.user_id = ?'}
       and (v.needs_owner_since is null) <> ${HAS_RIGHT} order by v.id for update)`,
    concern === null ? [] : [concern.userId],
  );
}

/** What a user has shared stays without them when their account is deleted, and needs a new owner. */
export async function leaveViews(em: EntityManager, userId: number): Promise<void> {
  await em.execute(
    `update views v set user_id = null, needs_owner_since = coalesce(v.needs_owner_since, now())
     where v.id in (select v.id from views v where ${SHARED} and v.user_id = ? order by v.id for update)`,
    [userId],
  );
}

/** Deletes shared views that nobody has taken over in time. @returns whether there may be more. */
export async function endUnownedViews(em: EntityManager): Promise<boolean> {
  const ended = await em.execute<{ id: number }[]>(
    `delete from views where id in (select v.id from views v where ${SHARED} and not ${HAS_RIGHT}
       and v.needs_owner_since < now() - make_interval(days => ?) order by v.id limit 50 for update skip locked)
     returning id`,
    [NEW_OWNER_DAYS],
  );
  return ended.length > 0;
}
