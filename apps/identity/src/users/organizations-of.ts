import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';

type Row = OrganizationSummary & { user_id: number };

/** The organizations with an approved membership, by user. SQL, because importing their entities would be circular. */
export const organizationsOf = async (
  em: EntityManager,
  userIds: readonly number[],
): Promise<Map<number, OrganizationSummary[]>> => {
  if (userIds.length === 0) return new Map();
  const rows = await em.execute<Row[]>(
    `select m.user_id, o.id, o.name from memberships m join organizations o on o.id = m.organization_id
     where m.user_id in (${userIds.map(() => '?').join(', ')}) and m.approved and m.deleted_at is null
       and o.deleted_at is null order by m.id`,
    [...userIds],
  );
  const byUser = new Map<number, OrganizationSummary[]>();
  for (const { user_id: userId, id, name } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), { id, name }]);
  return byUser;
};
