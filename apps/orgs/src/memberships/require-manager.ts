import type { EntityManager } from '@mikro-orm/postgresql';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { Membership } from './membership.entity.ts';

/**
 * Managers of the organization may, and administrators.
 * @param what - as it is called by who may not know whether it exists
 * @param may - what is refused to members who are no managers: 'invite people'
 * @throws Problem `not_found` for everybody who is no member, `forbidden` for other members.
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
