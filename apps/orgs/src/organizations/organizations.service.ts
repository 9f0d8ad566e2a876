import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery, Page } from '@portico/contracts/common/page';
import { organizationChanged } from '@portico/contracts/events/orgs';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import type {
  ListedOrganization,
  OrganizationCreate,
  OrganizationDetail,
  Organization as OrganizationRow,
  OrganizationUpdate,
} from '@portico/contracts/http/orgs';
import { matching } from '@portico/postgres';
import { countSending } from '@portico/postgres/sendings';
import { Outbox } from '@portico/messaging';
import { type Caller, callerIsAdmin, CONFIG, Problem } from '@portico/service';
import type { OrgsConfig } from '../config.ts';
import { GrantsService } from '../entitlements/grants.service.ts';
import { InvitationsService } from '../invitations/invitations.service.ts';
import { AssignedUsersService } from '../memberships/assigned-users.service.ts';
import { MembershipsService } from '../memberships/memberships.service.ts';
import { requireManager } from '../memberships/require-manager.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { ViewAccess } from '../view-access/view-access.entity.ts';
import { endPrivacyRules } from '../privacy/privacy.service.ts';
import { UsagePeriod } from '../usage/usage-period.entity.ts';

/** Minimum search length for non-administrators. */
const MIN_SEARCH_LENGTH = 2;
const DAY_SECONDS = 24 * 60 * 60;

/** Reads and changes organizations for callers with the required permission. Only approved members and administrators have access. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: OrgsConfig,
    private readonly outbox: Outbox,
    private readonly memberships: MembershipsService,
    private readonly assignedUsers: AssignedUsersService,
    private readonly grants: GrantsService,
    private readonly invitations: InvitationsService,
  ) {}

  async list(
    caller: Caller,
    { search, limit, offset }: ListQuery,
  ): Promise<Page<ListedOrganization | OrganizationSummary>> {
    const isAdmin = callerIsAdmin(caller);
    if (!isAdmin && (search?.length ?? 0) < MIN_SEARCH_LENGTH) return { data: [], count: 0 };
    const where = search ? { searchText: matching(search) } : {};
    const [rows, count] = await this.em.findAndCount(Organization, where, { limit, offset, orderBy: { id: 'desc' } });
    if (!isAdmin) return { data: rows.map(({ id, name }) => ({ id, name })), count };
    const counts = await this.assignedUsers.count(rows.map(({ id }) => id));
    const none = { memberCount: 0, pendingCount: 0 };
    return { data: rows.map((row) => ({ ...row.toRow(), ...(counts.get(row.id) ?? none) })), count };
  }

  async get(caller: Caller, id: number): Promise<OrganizationDetail> {
    const organization = await this.accessible(this.em, caller, id);
    const users = await this.assignedUsers.list(this.em, caller, organization);
    return { ...organization.toRow(), ...users, ...(await this.grants.list(this.em, id)) };
  }

  /**
   * Creates an organization. A creator who is not an administrator becomes the organization's approved manager.
   * @throws Problem `rate_limited`.
   */
  async create(caller: Caller, body: OrganizationCreate): Promise<OrganizationRow> {
    this.refuseReferenceBy(caller, body);
    this.refuseAuditDaysBy(caller, body, null);
    return this.em.transactional(async (em) => {
      if (!callerIsAdmin(caller)) await this.countCreation(em, caller);
      const organization = em.create(Organization, body);
      await em.persist(organization).flush();
      this.outbox.add(em, organizationChanged, organization.toState());
      if (!callerIsAdmin(caller)) await this.memberships.addCreator(em, caller, organization);
      return organization.toRow();
    });
  }

  /**
   * Changes an organization. Callers cannot change the payment provider's customer id.
   * @throws Problem `forbidden` for members who are not managers.
   */
  async update(caller: Caller, id: number, body: OrganizationUpdate): Promise<OrganizationRow> {
    return this.em.transactional(async (em) => {
      const organization = await this.accessible(em, caller, id, LockMode.PESSIMISTIC_WRITE);
      await requireManager(em, caller, id, 'The organization', 'change it');
      this.refuseReferenceBy(caller, body);
      this.refuseAuditDaysBy(caller, body, organization.auditDays);
      em.assign(organization, body, { ignoreUndefined: true });
      organization.version += 1;
      this.outbox.add(em, organizationChanged, organization.toState());
      return organization.toRow();
    });
  }

  /** Deletes an organization with its memberships, invitations, products and entitlements. The caller is an administrator. */
  async delete(caller: Caller, id: number): Promise<void> {
    await this.em.transactional(async (em) => {
      const organization = await this.accessible(em, caller, id, LockMode.PESSIMISTIC_WRITE);
      await this.memberships.endAll(em, id);
      await this.grants.endAll(em, id);
      await em.nativeDelete(ViewAccess, { organizationId: id });
      await em.nativeDelete(UsagePeriod, { organizationId: id });
      await this.invitations.endAll(em, id);
      await endPrivacyRules(em, this.outbox, id);
      organization.version += 1;
      this.outbox.add(em, organizationChanged, organization.toState(new Date()));
      em.remove(organization);
    });
  }

  private countCreation(em: EntityManager, { id }: Caller): Promise<void> {
    const message = 'You have created many organizations today. Please try again tomorrow, or ask an administrator.';
    const max = this.config.NEW_ORGANIZATIONS_PER_DAY;
    return countSending(em, [{ scope: 'new-organization', key: String(id), max, seconds: DAY_SECONDS, message }]);
  }

  private async accessible(
    em: EntityManager,
    caller: Caller,
    id: number,
    lockMode?: LockMode.PESSIMISTIC_WRITE,
  ): Promise<Organization> {
    const isAllowed = callerIsAdmin(caller) || (await this.memberships.isApprovedMember(caller.id, id));
    const organization = isAllowed
      ? await em.findOne(Organization, { id }, lockMode === undefined ? {} : { lockMode })
      : null;
    if (!organization) throw Problem.notFound('The organization');
    return organization;
  }

  /** Only administrators may set how long the audit log is kept, because the log shows who viewed the organization's data. */
  private refuseAuditDaysBy(caller: Caller, { auditDays }: OrganizationUpdate, now: number | null | undefined): void {
    if (auditDays !== undefined && auditDays !== (now ?? null) && !callerIsAdmin(caller))
      throw Problem.forbidden('Only an administrator can set how long the audit log is kept');
  }

  /** Only administrators may set the reference. Managers may edit the other fields. */
  private refuseReferenceBy(caller: Caller, { referenceId }: OrganizationUpdate): void {
    if (referenceId !== undefined && referenceId !== null && !callerIsAdmin(caller)) {
      throw Problem.forbidden('Only an administrator can set the reference');
    }
  }
}
