import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel } from '../channels/store/channel.entity.ts';
import type { Target } from '../channels/message/channel-type.ts';

/** Whether a channel may receive notices about an organization; null stands for notices without an organization. */
type Allowed = (organizationId: number | null) => boolean;

const NOTHING: Allowed = () => false;

const USER = `select usertype in ('ADMIN', 'SUPER_ADMIN') as admin, array(
    select m.organization_id from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where m.user_id = u.id and m.approved and m.deleted_at is null) as organizations
  from users u where u.id = ? and u.deleted_at is null`;

/** Returns a row if the e-mail address belongs to a former member of the organization. */
const LEFT = `select 1 from users u join memberships m on m.user_id = u.id and m.organization_id = ?
  where lower(u.email) = ? and u.usertype not in ('ADMIN', 'SUPER_ADMIN')
  group by u.id having not bool_or(m.approved and m.deleted_at is null)`;

/**
 * Returns which organizations' notices a channel may receive now. The sender calls this right before sending, so that a removed
 * member receives no queued notices about the organization.
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
