import type { EntityManager } from '@mikro-orm/postgresql';
import { intArray } from '@portico/postgres';

/** SQL: the responsible person of a channel or rule: the last one who took it over, or the creator. */
export const responsibleOf = (row: string): string => `coalesce(${row}.responsible_user_id, ${row}.created_by)`;

/**
 * SQL: whether the responsible person of a channel or rule still has the right: an administrator for the product, a manager or an
 * administrator for an organization. A personal row lasts as long as its user's account.
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
  /** Whether the channel's responsible person may be responsible for it. */
  isChannelOwned: boolean;
  /** Notices of rules without a responsible person. `deleted`: the rule no longer exists. */
  stopped: ReadonlyMap<number, { deleted: boolean }>;
};

/** What a message may contain and whether its channel may receive it now, according to current memberships and accounts. */
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
