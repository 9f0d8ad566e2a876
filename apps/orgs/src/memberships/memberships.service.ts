import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import type { OwnMembership, SelfAssignment } from '@portico/contracts/http/memberships';
import { type Caller, callerIsAdmin, CONFIG, Problem } from '@portico/service';
import type { OrgsConfig } from '../config.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { lockedOrganization } from '../organization-row/locked-organization.ts';
import { UsersService } from '../users/users.service.ts';
import { Membership } from './membership.entity.ts';
import { MembershipWriter } from './membership-writer.ts';

@Injectable()
export class MembershipsService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: OrgsConfig,
    private readonly users: UsersService,
    private readonly writer: MembershipWriter,
  ) {}

  async listOwn(caller: Caller): Promise<Page<OwnMembership>> {
    const memberships = await this.em.find(Membership, { userId: caller.id }, { orderBy: { id: 'asc' } });
    const organizations = await this.em.find(Organization, {
      id: { $in: memberships.map((row) => row.organizationId) },
    });
    const known = new Map(organizations.map((organization) => [organization.id, organization]));
    const data = memberships.map(({ organizationId: id, approved, role }) => ({
      organization: { id, name: known.get(id)?.name ?? '' },
      approved,
      role,
      ...(approved &&
        (role === 'manager' || callerIsAdmin(caller)) &&
        typeof known.get(id)?.customerId === 'string' && { hasBilling: true }),
    }));
    return { data, count: data.length };
  }

  async isApprovedMember(userId: number, organizationId: number): Promise<boolean> {
    return (await this.em.count(Membership, { userId, organizationId, approved: true })) > 0;
  }

  /**
   * Joins or leaves an organization. With the approval flow, joining is a request. Joining again changes nothing for an approved
   * member. Returns the caller's memberships.
   * @throws Problem `conflict` if the last manager leaves.
   */
  async assignSelf(caller: Caller, { organizationId, assign }: SelfAssignment): Promise<Page<OwnMembership>> {
    await this.em.transactional(async (em) => {
      await this.holdCaller(em, caller);
      const organization = await lockedOrganization(em, organizationId);
      const current = await em.findOne(Membership, { userId: caller.id, organizationId });
      const approved = !this.config.APPROVAL_FLOW || current?.approved === true;
      await this.writer.write(em, organization, new Map([[caller.id, assign ? approved : null]]), {
        mayEndManagement: callerIsAdmin(caller),
      });
    });
    return this.listOwn(caller);
  }

  /**
   * Adds the creator as a manager, in the transaction that creates the organization. The organization needs no lock, because no other
   * transaction can see it yet.
   */
  async addCreator(em: EntityManager, caller: Caller, organization: Organization): Promise<void> {
    await this.holdCaller(em, caller);
    await this.writer.write(em, organization, new Map([[caller.id, true]]), { role: 'manager' });
  }

  async endAll(em: EntityManager, organizationId: number): Promise<void> {
    await this.writer.endAllOfOrganization(em, organizationId);
  }

  private async holdCaller(em: EntityManager, caller: Caller): Promise<void> {
    const deleted = await this.users.hold(em, [caller.id]);
    if (deleted.size > 0) throw Problem.unauthenticated('Your account was deleted');
  }
}
