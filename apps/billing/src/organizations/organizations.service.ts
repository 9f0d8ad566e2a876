import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { Membership } from './membership.entity.ts';
import { Organization } from './organization.entity.ts';

/** Who may pay for which organization. To a caller who is neither approved member nor administrator none exists. */
@Injectable()
export class OrganizationsService {
  constructor(private readonly em: EntityManager) {}

  async find(caller: Caller, organizationId: number): Promise<Organization | null> {
    const isAllowed =
      callerIsAdmin(caller) ||
      (await this.em.count(Membership, { userId: caller.id, organizationId, approved: true, deletedAt: null })) > 0;
    return isAllowed ? this.em.findOne(Organization, { id: organizationId, deletedAt: null }) : null;
  }

  /** @throws Problem `organization_not_found`. */
  async get(caller: Caller, organizationId: number): Promise<Organization> {
    const organization = await this.find(caller, organizationId);
    if (!organization) {
      throw new Problem('organization_not_found', 'Please create or connect an organization first');
    }
    return organization;
  }
}
