import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Membership, Organization } from '@portico/messaging';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';

/** Finds organizations for callers. Callers who are neither approved members nor administrators get not-found errors. */
@Injectable()
export class OrganizationsService {
  constructor(private readonly em: EntityManager) {}

  async find(caller: Caller, organizationId: number): Promise<Organization | null> {
    const isAllowed = callerIsAdmin(caller) || (await this.membership(caller, organizationId)) !== null;
    return isAllowed ? this.em.findOne(Organization, { id: organizationId, deletedAt: null }) : null;
  }

  /** @throws Problem `forbidden` for members who are not managers. */
  async findManaged(caller: Caller, organizationId: number): Promise<Organization | null> {
    const organization = await this.em.findOne(Organization, { id: organizationId, deletedAt: null });
    if (!organization || callerIsAdmin(caller)) return organization;
    const membership = await this.membership(caller, organizationId);
    if (membership && membership.role !== 'manager')
      throw Problem.forbidden('Only managers of the organization can pay for it and see its payments');
    return membership && organization;
  }

  /** @throws Problem `organization_not_found`; `forbidden` for members who are not managers. */
  async getManaged(caller: Caller, organizationId: number): Promise<Organization> {
    const organization = await this.findManaged(caller, organizationId);
    if (!organization) {
      throw new Problem('organization_not_found', 'Please create or connect an organization first');
    }
    return organization;
  }

  private membership(caller: Caller, organizationId: number): Promise<Membership | null> {
    return this.em.findOne(Membership, { userId: caller.id, organizationId, approved: true, deletedAt: null });
  }
}
