import type { EntityManager } from '@mikro-orm/postgresql';
import { intArray } from '@portico/postgres';

/** Returns SQL for the responsible person of a channel or rule: the last person who took over, or else the creator. */
export const responsibleOf = (row: string): string => `coalesce(${row}.responsible_user_id, ${row}.created_by)`;

/**
 * Returns an SQL condition: the responsible person of a channel or rule may still change it. For a row of the product, this requires an
 * administrator; for a row of an organization, one of its managers or an administrator. The owner of a personal row keeps the right until
 * the account is deleted.
 * @param row - alias of the row's table.
 */
export const hasRight = (row: string): string => `case ${row}.owner
  when 'user' then not exists (select from users u where u.id = ${row}.user_id and u.deleted_at is not null)
  else exists (select from users u where u.id = ${responsibleOf(row)} and u.deleted_at is null
    and case ${row}.owner when 'product' then u.usertype in ('ADMIN', 'SUPER_ADMIN')
      else exists (select from organizations o where o.id = ${row}.organization_id and o.deleted_at is null)
        and (u.usertype in ('ADMIN', 'SUPER_ADMIN') or exists (select from memberships m where m.user_id = u.id
          and m.organization_id = ${row}.organization_id and m.approved and m.role = 'manager'
          and m.deleted_at is null)) end) end`;

const CHANNEL = `select ${hasRight('c')} as holds from channels c where c.id = ?`;

/** Notices whose rule was deleted or needs a new owner. */
const STOPPED = `select n.id, r.id is null as deleted from notices n left join rules r on r.id = n.rule_id
  where n.id = any(?::int[]) and n.rule_id is not null and (r.id is null or not (${hasRight('r')}))`;

type Standing = {
  isChannelOwned: boolean;
  /** Notices whose rule is deleted or has no responsible person, by notice id. `deleted`: whether the rule is deleted. */
  stopped: ReadonlyMap<number, { deleted: boolean }>;
};

/** Checks whether a channel and the rules of its notices currently have a responsible person, by the memberships and accounts. */
export async function standingOf(
  em: EntityManager,
  channelId: number,
  noticeIds: readonly number[],
): Promise<Standing> {
  const [channel] = await em.execute<{ holds: boolean }[]>(CHANNEL, [channelId]);
  const rows =
    noticeIds.length === 0 ? [] : await em.execute<{ id: number; deleted: boolean }[]>(STOPPED, [intArray(noticeIds)]);
  return {
    isChannelOwned: channel?.holds ?? false,
    stopped: new Map(rows.map(({ id, deleted }) => [id, { deleted }])),
  };
}
