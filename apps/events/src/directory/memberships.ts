import type { MemberRole } from '@portico/contracts/common/roles';
import type { MembershipState } from '@portico/contracts/events/orgs';

const NONE: ReadonlySet<number> = new Set();
/** Roles that may correct their organization's rejected events. */
const OPERATING: ReadonlySet<MemberRole> = new Set(['operator', 'manager']);

const isEffective = (membership: MembershipState | undefined): boolean =>
  membership !== undefined && membership.approved && membership.deletedAt === null;

/** Memberships of users in organizations. Methods return the same set until it changes. */
export class Memberships {
  /** Memberships by user id and membership id. A user who left an organization and returned has two memberships. */
  private readonly ofUser = new Map<number, Map<number, MembershipState>>();
  /** Ids of users with a membership in any state, by organization id. */
  private readonly members = new Map<number, Set<number>>();
  private readonly scopes = new Map<number, ReadonlySet<number>>();
  private readonly operated = new Map<number, ReadonlySet<number>>();
  private readonly managed = new Map<number, ReadonlySet<number>>();
  private readonly deleted = new Set<number>();

  /** @returns the users whose organizations or roles may have changed */
  apply(state: MembershipState): Iterable<number> {
    const ofUser = this.ofUser.get(state.userId) ?? new Map<number, MembershipState>();
    const before = ofUser.get(state.id);
    ofUser.set(state.id, state);
    this.ofUser.set(state.userId, ofUser);
    const members = this.members.get(state.organizationId) ?? new Set();
    this.members.set(state.organizationId, members.add(state.userId));
    this.operated.delete(state.userId);
    this.managed.delete(state.userId);
    const isSame = before?.organizationId === state.organizationId && before.role === state.role;
    if (isEffective(before) === isEffective(state) && isSame) return [];
    this.scopes.delete(state.userId);
    return [state.userId];
  }

  /** @returns the users whose organizations may have changed */
  applyOrganization(organization: number, isDeleted: boolean): Iterable<number> {
    if (this.deleted.has(organization) === isDeleted) return [];
    if (isDeleted) this.deleted.add(organization);
    else this.deleted.delete(organization);
    const members = this.members.get(organization) ?? [];
    for (const user of members) {
      this.scopes.delete(user);
      this.operated.delete(user);
      this.managed.delete(user);
    }
    return members;
  }

  /** The existing organizations that have approved the user. */
  scopeOf(user: number): ReadonlySet<number> {
    return this.those(user, this.scopes, isEffective);
  }

  /** The organizations in which the user is operator or manager. */
  operatedBy(user: number): ReadonlySet<number> {
    return this.those(user, this.operated, (membership) => isEffective(membership) && OPERATING.has(membership.role));
  }

  managedBy(user: number): ReadonlySet<number> {
    return this.those(user, this.managed, (membership) => isEffective(membership) && membership.role === 'manager');
  }

  roleIn(user: number, organization: number): MemberRole | null {
    const memberships = [...(this.ofUser.get(user)?.values() ?? [])];
    return memberships.find((one) => one.organizationId === organization && isEffective(one))?.role ?? null;
  }

  isDeleted(organization: number): boolean {
    return this.deleted.has(organization);
  }

  private those(
    user: number,
    known: Map<number, ReadonlySet<number>>,
    isWanted: (membership: MembershipState) => boolean,
  ): ReadonlySet<number> {
    const ofUser = this.ofUser.get(user);
    if (!ofUser) return NONE;
    const before = known.get(user);
    if (before) return before;
    const organizations = [...ofUser.values()].filter(isWanted).map(({ organizationId }) => organizationId);
    const scope = new Set(organizations.filter((organization) => !this.deleted.has(organization)));
    known.set(user, scope);
    return scope;
  }
}
