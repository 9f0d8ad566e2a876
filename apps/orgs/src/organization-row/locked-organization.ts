import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Problem } from '@portico/service';
import { Organization } from './organization.entity.ts';

/**
 * The organization, locked until the transaction ends: its changes are serialized.
 * @throws Problem `not_found`.
 */
export async function lockedOrganization(em: EntityManager, id: number): Promise<Organization> {
  const organization = await em.findOne(Organization, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!organization) throw Problem.notFound('The organization');
  return organization;
}
