import type { EntityManager } from '@mikro-orm/postgresql';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { Membership } from './membership.entity.ts';

/**
 * Requires a manager of the organization or an administrator.
 * @param what - name of the resource in the problem `not_found`
 * @param may - the action in the problem `forbidden`, such as 'invite people'
 * @throws Problem `not_found` for non-members, `forbidden` for members who are not managers.
 */
export async function requireManager(
  em: EntityManager,
  caller: Caller,
  organizationId: number,
  what: string,
  may: string,
): Promise<void> {
  if (callerIsAdmin(caller)) return;
  const membership = await em.findOne(Membership, { userId: caller.id, organizationId, approved: true });
  if (!membership) throw Problem.notFound(what);
  if (membership.role !== 'manager') throw Problem.forbidden(`Only managers of the organization can ${may}`);
}
