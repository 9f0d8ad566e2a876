import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Page, Paging } from '@portico/contracts/common/page';
import type { Fault } from '@portico/contracts/common/problem';
import type { AssignedUsers, JoinRequest, ListedOrganization, UsersAssignment } from '@portico/contracts/http/orgs';
import { FIRST_VIEWING_USER } from '@portico/contracts/http/view-access';
import { type Caller, callerIsAdmin, CONFIG, Problem } from '@portico/service';
import type { OrgsConfig } from '../config.ts';
import { lockedOrganization } from '../organization-row/locked-organization.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { Membership, PEOPLE } from './membership.entity.ts';
import { MembershipChange } from './membership-change.entity.ts';
import { MembershipWriter } from './membership-writer.ts';
import { inWords, netChanges } from './net-changes.ts';

type MemberCounts = Pick<ListedOrganization, 'memberCount' | 'pendingCount'>;

@Injectable()
export class AssignedUsersService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: OrgsConfig,
    private readonly users: UsersService,
    private readonly writer: MembershipWriter,
  ) {}

  /** Lists all users of the organization for an administrator, and only the caller for other callers. */
  async list(em: EntityManager, caller: Caller, organization: Organization): Promise<AssignedUsers> {
    const { id: organizationId, membersVersion } = organization;
    const where = callerIsAdmin(caller) ? { organizationId, ...PEOPLE } : { organizationId, userId: caller.id };
    const memberships = await em.find(Membership, where, { orderBy: { id: 'asc' } });
    const users = await this.users.byId(
      em,
      memberships.map(({ userId }) => userId),
    );
    const userOrganizations = memberships.map(({ userId, approved, role }) => ({
      userId,
      organizationId,
      approved,
      role,
      user: users.get(userId)?.toRow() ?? null,
    }));
    return { userOrganizations, membersVersion };
  }

  /** The numbers of users and of pending users by organization. Organizations without users are absent. */
  async count(organizationIds: readonly number[]): Promise<Map<number, MemberCounts>> {
    const rows = await this.em.execute<{ id: number; members: number; pending: number }[]>(
      `select organization_id as id, count(*)::int as members, count(*) filter (where not approved)::int as pending
       from memberships where organization_id = any(?::int[]) and user_id < ? group by organization_id`,
      [`{${organizationIds.join(',')}}`, FIRST_VIEWING_USER],
    );
    return new Map(rows.map(({ id, members, pending }) => [id, { memberCount: members, pendingCount: pending }]));
  }

  /**
   * Lists users who wait for approval, oldest request first. Administrators see the requests to all organizations. Other callers see
   * the requests to the organizations that they manage.
   */
  async requests(caller: Caller, { limit, offset }: Paging): Promise<Page<JoinRequest>> {
    const [rows, count] = await this.em.findAndCount(
      Membership,
      { approved: false, ...(!callerIsAdmin(caller) && { organizationId: { $in: await this.managedBy(caller) } }) },
      { limit, offset, orderBy: { createdAt: 'asc', id: 'asc' } },
    );
    const ids = rows.map(({ organizationId }) => organizationId);
    const organizations = await this.em.find(Organization, { id: { $in: ids } });
    const names = new Map(organizations.map(({ id, name }) => [id, name]));
    const users = await this.users.byId(
      this.em,
      rows.map(({ userId }) => userId),
    );
    const data = rows.map(({ userId, organizationId: id, createdAt }) => ({
      organization: { id, name: names.get(id) ?? '' },
      user: users.get(userId)?.toRow() ?? null,
      requestedAt: createdAt.toISOString(),
    }));
    return { data, count };
  }

  private async managedBy({ id }: Caller): Promise<number[]> {
    const rows = await this.em.find(Membership, { userId: id, approved: true, role: 'manager' });
    return rows.map(({ organizationId }) => organizationId);
  }

  /**
   * Replaces the list of users, atomically and idempotently. Without the approval flow, every user is approved.
   * @throws Problem `conflict` if `version` is outdated, with a fault for each changed user; `validation_failed` for users who no
   * longer exist.
   */
  async replace(caller: Caller, { organizationId, users, version }: UsersAssignment): Promise<AssignedUsers> {
    const wanted = new Map(users.map(({ id, approved }) => [id, approved || !this.config.APPROVAL_FLOW]));
    return this.em.transactional(async (em) => {
      const deleted = await this.users.hold(em, [...wanted.keys()]);
      const organization = await lockedOrganization(em, organizationId);
      const current = await em.find(Membership, { organizationId, ...PEOPLE });
      const isUnchanged =
        current.length === wanted.size && current.every(({ userId, approved }) => wanted.get(userId) === approved);
      if (!isUnchanged) {
        if (version !== undefined) await this.refuseOutdated(em, organization, version, [...wanted.keys()]);
        this.refuseDeleted(users, deleted);
        const removed = current.filter(({ userId }) => !wanted.has(userId));
        await this.writer.write(
          em,
          organization,
          new Map([...removed.map(({ userId }) => [userId, null] as const), ...wanted]),
          { mayEndManagement: true },
        );
      }
      return this.list(em, caller, organization);
    });
  }

  private async refuseOutdated(
    em: EntityManager,
    { id: organizationId, membersVersion }: Organization,
    version: number,
    sent: number[],
  ): Promise<void> {
    if (version === membersVersion) return;
    const history = await em.find(
      MembershipChange,
      { organizationId, membersVersion: { $gt: version } },
      { orderBy: { id: 'asc' } },
    );
    const isWhole = history[0]?.membersVersion === version + 1;
    const changes = netChanges(
      history.map(({ userId, approvedBefore, approvedAfter }) => ({
        userId,
        before: approvedBefore ?? null,
        after: approvedAfter ?? null,
      })),
    );
    if (isWhole && changes.length === 0) return;
    const users = await this.users.byId(
      em,
      changes.map(({ userId }) => userId),
    );
    const faults: Fault[] = changes.map((change) => ({
      pointer: sent.includes(change.userId) ? `/users/${sent.indexOf(change.userId)}` : '/users',
      message: inWords(change, users.get(change.userId)?.email ?? `User ${change.userId}`),
    }));
    throw new Problem(
      'conflict',
      'Someone else changed the assigned users. Check them again, then save.',
      isWhole ? faults : [],
    );
  }

  private refuseDeleted(users: UsersAssignment['users'], deleted: ReadonlySet<number>): void {
    const faults = [...users.entries()]
      .filter(([, { id }]) => deleted.has(id))
      .map(([index, { id }]) => ({ pointer: `/users/${index}`, message: `User ${id} does not exist any more` }));
    if (faults.length > 0) throw new Problem('validation_failed', 'Some users do not exist any more', faults);
  }
}
