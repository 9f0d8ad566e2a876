import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@portico/contracts/common/roles';
import { membershipChanged } from '@portico/contracts/events/orgs';
import { isViewingUser } from '@portico/contracts/http/view-access';
import { Outbox } from '@portico/messaging';
import { Problem } from '@portico/service';
import { Organization } from '../organization-row/organization.entity.ts';
import { MembershipChange } from './membership-change.entity.ts';
import { Membership } from './membership.entity.ts';
import type { MemberChange } from './net-changes.ts';

/** Milliseconds for which the history of a list is stored, which is longer than an edit of the list takes. */
const HISTORY = 24 * 60 * 60 * 1_000;

type MembershipFields = { role?: MemberRole; invited?: boolean };

/** Options of a write. `mayEndManagement` permits that no manager remains, for administrators and deleted accounts. */
type Options = MembershipFields & { mayEndManagement?: boolean };

/** The wanted memberships by user id: whether approved, or null for no membership. Users who are not in the map stay unchanged. */
type WantedMembers = ReadonlyMap<number, boolean | null>;

/**
 * The only writer of memberships. Each change commits together with its published state, a new version of the organization's list,
 * and an entry in its history. Callers must have locked the organization.
 */
@Injectable()
export class MembershipWriter {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Applies the wanted memberships as one new version of the list, and skips unchanged users.
   * @param options - `role` and `invited` apply to all wanted members. By default, members keep their role and new members are viewers.
   * @throws Problem `conflict` if no manager would remain.
   */
  async write(
    em: EntityManager,
    organization: Organization,
    wanted: WantedMembers,
    options: Options = {},
  ): Promise<void> {
    // Only `writeViewing` may change the viewing user. Otherwise a list of users could permit views without a manager's consent.
    if ([...wanted.keys()].some(isViewingUser)) throw Problem.notFound('The user');
    const { mayEndManagement = false, ...fields } = options;
    const { role } = fields;
    const current = await this.find(em, organization.id, [...wanted.keys()]);
    const changes = [...wanted]
      .map(([userId, after]): MemberChange => ({ userId, before: current.get(userId)?.approved ?? null, after }))
      .filter(({ userId, before, after }) => {
        const hasOtherRole = after !== null && role !== undefined && current.get(userId)?.role !== role;
        return before !== after || hasOtherRole;
      });
    if (changes.length === 0) return;
    if (!mayEndManagement) await refuseLastManager(em, organization.id, changes, current, role);
    const isDemoted = (userId: number): boolean =>
      role !== undefined && role !== 'manager' && current.get(userId)?.role === 'manager';
    const ended = changes.filter(
      ({ userId, before, after }) => before === true && (after !== true || isDemoted(userId)),
    );
    organization.membersVersion += 1;
    await em.nativeDelete(MembershipChange, {
      organizationId: organization.id,
      changedAt: { $lt: new Date(Date.now() - HISTORY) },
    });
    const changed = changes.map((change) => this.change(em, organization, current.get(change.userId), change, fields));
    await em.flush();
    await endInvitations(
      em,
      organization.id,
      ended.map(({ userId }) => userId),
    );
    for (const { membership, deletedAt } of changed)
      this.outbox.add(em, membershipChanged, membership.toState(deletedAt));
    await em.flush();
  }

  /** Adds or removes the organization's viewing user, without changing the list of people. */
  async writeViewing(em: EntityManager, { id: organizationId }: Organization, userId: number, after: true | null) {
    const current = await em.findOne(Membership, { organizationId, userId });
    if ((current !== null) === (after !== null)) return;
    const membership = current ?? em.create(Membership, { organizationId, userId, approved: true, role: 'viewer' });
    if (current) {
      current.version += 1;
      em.remove(current);
    } else em.persist(membership);
    await em.flush();
    this.outbox.add(em, membershipChanged, membership.toState(after === null ? new Date() : null));
    await em.flush();
  }

  /** Call inside the transaction that deletes the organization. */
  async endAllOfOrganization(em: EntityManager, organizationId: number): Promise<void> {
    const deletedAt = new Date();
    for (const membership of await em.find(Membership, { organizationId })) {
      membership.version += 1;
      this.outbox.add(em, membershipChanged, membership.toState(deletedAt));
      em.remove(membership);
    }
    await em.nativeDelete(MembershipChange, { organizationId });
  }

  /** Ends all memberships of a deleted user. The caller's transaction must have locked the user. */
  async endAllOfUser(em: EntityManager, userId: number): Promise<void> {
    const rows = await em.execute<{ organization_id: number }[]>(
      'select organization_id from memberships where user_id = ?',
      [userId],
    );
    const organizations = await em.find(
      Organization,
      { id: { $in: rows.map((row) => row.organization_id) } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    for (const organization of organizations)
      await this.write(em, organization, new Map([[userId, null]]), { mayEndManagement: true });
  }

  private async find(em: EntityManager, organizationId: number, userIds: number[]): Promise<Map<number, Membership>> {
    const memberships = await em.find(Membership, { organizationId, userId: { $in: userIds } });
    return new Map(memberships.map((membership) => [membership.userId, membership]));
  }

  private change(
    em: EntityManager,
    { id: organizationId, membersVersion }: Organization,
    current: Membership | undefined,
    { userId, before, after }: MemberChange,
    fields: MembershipFields,
  ): { membership: Membership; deletedAt: Date | null } {
    em.persist(
      em.create(MembershipChange, {
        organizationId,
        membersVersion,
        userId,
        approvedBefore: before,
        approvedAfter: after,
      }),
    );
    if (!current) {
      const membership = em.create(Membership, {
        organizationId,
        userId,
        approved: after === true,
        role: 'viewer',
        ...fields,
      });
      em.persist(membership);
      return { membership, deletedAt: null };
    }
    current.version += 1;
    if (after === null) em.remove(current);
    // A later readmission does not count as invited.
    else Object.assign(current, { approved: after, ...(!after && { invited: false }), ...fields });
    return { membership: current, deletedAt: after === null ? new Date() : null };
  }
}

/** Rejects changes after which no manager remains. The lock on the organization serializes managers who leave concurrently. */
async function refuseLastManager(
  em: EntityManager,
  organizationId: number,
  changes: readonly MemberChange[],
  current: ReadonlyMap<number, Membership>,
  role: MemberRole = 'manager',
): Promise<void> {
  const ended = changes.filter(({ userId, before, after }) => {
    const isManager = before === true && current.get(userId)?.role === 'manager';
    return isManager && (after !== true || role !== 'manager');
  });
  if (ended.length === 0) return;
  const userId = { $nin: ended.map((change) => change.userId) };
  if ((await em.count(Membership, { organizationId, approved: true, role: 'manager', userId })) > 0) return;
  throw new Problem(
    'conflict',
    'An organization needs a manager. Make another member a manager first, or ask an administrator to delete the organization.',
  );
}

/** Revokes open invitations from and to former members and managers, so that an invitation cannot restore a lost role. */
async function endInvitations(em: EntityManager, organizationId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const users = `{${userIds.join(',')}}`;
  await em.execute(
    `update invitations set revoked_at = now(), next_mail_at = null
     where organization_id = ? and accepted_at is null and revoked_at is null
       and (invited_by = any(?::int[]) or email in (select lower(email) from users where id = any(?::int[])))`,
    [organizationId, users, users],
  );
}
