import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel } from '../channels/store/channel.entity.ts';
import type { Target } from '../channels/message/channel-type.ts';

/** Whether a channel may receive notices about an organization, or about none. */
type Allowed = (organizationId: number | null) => boolean;

const NOTHING: Allowed = () => false;

const USER = `select usertype in ('ADMIN', 'SUPER_ADMIN') as admin, array(
    select m.organization_id from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where m.user_id = u.id and m.approved and m.deleted_at is null) as organizations
  from users u where u.id = ? and u.deleted_at is null`;

/** Whether the address belongs to a former member. */
const LEFT = `select 1 from users u join memberships m on m.user_id = u.id and m.organization_id = ?
  where lower(u.email) = ? and u.usertype not in ('ADMIN', 'SUPER_ADMIN')
  group by u.id having not bool_or(m.approved and m.deleted_at is null)`;

/**
 * What a channel may receive at this moment. Checked when a message is sent, not when it was planned: a removed member receives
 * nothing about the organization from then on.
 */
export async function allowedFor(em: EntityManager, channel: Channel, target: Target): Promise<Allowed> {
  if (channel.owner === 'product') return () => true;
  if (channel.owner === 'organization') {
    const own = channel.organizationId ?? 0;
    const found = await em.execute('select 1 from organizations where id = ? and deleted_at is null', [own]);
    if (found.length === 0) return NOTHING;
    if (target.type === 'email' && (await em.execute(LEFT, [own, target.address])).length > 0) return NOTHING;
    return (organizationId) => organizationId === null || organizationId === own;
  }
  const [user] = await em.execute<{ admin: boolean; organizations: number[] }[]>(USER, [channel.userId ?? 0]);
  if (!user) return NOTHING;
  const organizations = new Set(user.organizations);
  return (organizationId) => organizationId === null || user.admin || organizations.has(organizationId);
}

/** Whether the reader of the channel may acknowledge for the organization. */
export async function mayAcknowledge(
  em: EntityManager,
  channel: Channel,
  organizationId: number | null,
): Promise<boolean> {
  if (channel.owner !== 'user') return true;
  const rows = await em.execute(
    `select 1 from users u where u.id = ? and u.deleted_at is null and (u.usertype in ('ADMIN', 'SUPER_ADMIN') or exists (
       select from memberships m where m.user_id = u.id and m.organization_id = ? and m.approved and m.role in ('operator', 'manager')
         and m.deleted_at is null))`,
    [channel.userId ?? 0, organizationId ?? 0],
  );
  return rows.length > 0;
}
