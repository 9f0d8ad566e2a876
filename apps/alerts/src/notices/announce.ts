import type { EntityManager } from '@mikro-orm/postgresql';
import { noteChange } from '../live/changes.ts';
import type { Notice } from './notice.entity.ts';

const ANNOUNCED = `update notices set is_announced = true where id in (
    select id from notices where inbox_at <= now() and not is_announced order by inbox_at limit 200 for update skip locked)
  returning owner, owner_organization_id as "ownerOrganizationId", owner_user_id as "ownerUserId"`;

/**
 * Notifies open consoles of notices that have entered an inbox.
 * @returns whether any notice was due.
 */
export async function announce(em: EntityManager): Promise<boolean> {
  const rows = await em.execute<Pick<Notice, 'owner' | 'ownerOrganizationId' | 'ownerUserId'>[]>(ANNOUNCED);
  const [users, organizations] = [new Set<number>(), new Set<number | null>()];
  for (const { owner, ownerOrganizationId, ownerUserId } of rows)
    if (owner === 'user') users.add(ownerUserId ?? 0);
    else organizations.add(ownerOrganizationId ?? null);
  if (users.size > 0) await noteChange(em, { what: 'notices', userIds: [...users] });
  for (const organizationId of organizations) await noteChange(em, { what: 'notices', organizationId });
  return rows.length > 0;
}
