import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Problem } from '@portico/service';
import { Organization } from './organization.entity.ts';

/**
 * Locks the organization until the transaction ends, to serialize its changes.
 * @throws Problem `not_found`.
 */
export async function lockedOrganization(em: EntityManager, id: number): Promise<Organization> {
  const organization = await em.findOne(Organization, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!organization) throw Problem.notFound('The organization');
  return organization;
}
