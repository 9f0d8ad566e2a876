import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import type { ListMembersQuery, Member, MemberChange } from '@portico/contracts/http/members';
import { isViewingUser } from '@portico/contracts/http/view-access';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { lockedOrganization } from '../organization-row/locked-organization.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import type { User } from '../users/user.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { Membership, PEOPLE } from './membership.entity.ts';
import { MembershipWriter } from './membership-writer.ts';
import { requireManager } from './require-manager.ts';

const MAY = "see and change the organization's members";

@Injectable()
export class MembersService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly writer: MembershipWriter,
  ) {}

  /** Lists requests to join first, and then members, both in chronological order. */
  async list(
    caller: Caller,
    organizationId: number,
    { limit, offset, approved }: ListMembersQuery,
  ): Promise<Page<Member>> {
    await requireManager(this.em, caller, organizationId, 'The organization', MAY);
    if (!(await this.em.findOne(Organization, { id: organizationId }))) throw Problem.notFound('The organization');
    const [rows, count] = await this.em.findAndCount(
      Membership,
      { organizationId, ...PEOPLE, ...(approved !== undefined && { approved }) },
      { limit, offset, orderBy: { approved: 'asc', id: 'asc' } },
    );
    const users = await this.users.byId(
      this.em,
      rows.map(({ userId }) => userId),
    );
    return { data: rows.map((row) => toMember(row, users.get(row.userId))), count };
  }

  /**
   * Accepts a request, or changes a member's role; idempotent.
   * @throws Problem `conflict` if the user only requests to join and `approved` is missing, and if no manager would remain.
   */
  change(caller: Caller, organizationId: number, userId: number, { approved, role }: MemberChange): Promise<Member> {
    return this.em.transactional(async (em) => {
      const deleted = await this.users.hold(em, [userId]);
      const { organization, member } = await this.locked(em, caller, organizationId, userId);
      if (deleted.has(userId)) throw Problem.notFound('The member');
      if (!member.approved && approved === undefined)
        throw new Problem('conflict', 'This is a request to join. Approve it first.');
      await this.writer.write(em, organization, new Map([[userId, true]]), {
        ...(role !== undefined && { role }),
        mayEndManagement: callerIsAdmin(caller),
      });
      return toMember(member, (await this.users.byId(em, [userId])).get(userId));
    });
  }

  /**
   * Declines a request, or removes a member and revokes the open invitations that the member sent.
   * @throws Problem `conflict` if no manager would remain.
   */
  async remove(caller: Caller, organizationId: number, userId: number): Promise<void> {
    await this.em.transactional(async (em) => {
      const { organization } = await this.locked(em, caller, organizationId, userId);
      await this.writer.write(em, organization, new Map([[userId, null]]), { mayEndManagement: callerIsAdmin(caller) });
    });
  }

  private async locked(em: EntityManager, caller: Caller, organizationId: number, userId: number) {
    const organization = await lockedOrganization(em, organizationId);
    await requireManager(em, caller, organizationId, 'The organization', MAY);
    const member = await em.findOne(Membership, { organizationId, userId });
    if (!member || isViewingUser(userId)) throw Problem.notFound('The member');
    return { organization, member };
  }
}

const toMember = ({ userId, approved, role, createdAt }: Membership, user: User | undefined): Member => {
  const known = user?.toRow();
  return {
    userId,
    user: known ? { id: known.id, name: known.name, email: known.email } : null,
    approved,
    role,
    since: createdAt.toISOString(),
  };
};
