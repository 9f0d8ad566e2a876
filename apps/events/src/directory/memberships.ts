import type { MembershipState } from '@portico/contracts/events/orgs';

const NONE: ReadonlySet<number> = new Set();

const isEffective = (membership: MembershipState | undefined): boolean =>
  membership !== undefined && membership.approved && membership.deletedAt === null;

/** Who belongs to which organization. The organizations of a user are worked out once, until they change. */
export class Memberships {
  /** By user, then by the membership's own id: a user who left and came back has two. */
  private readonly ofUser = new Map<number, Map<number, MembershipState>>();
  /** By organization: users with a membership, whatever its state. */
  private readonly members = new Map<number, Set<number>>();
  private readonly scopes = new Map<number, ReadonlySet<number>>();
  private readonly deleted = new Set<number>();

  /** @returns the users whose organizations may be others now */
  apply(state: MembershipState): Iterable<number> {
    const ofUser = this.ofUser.get(state.userId) ?? new Map<number, MembershipState>();
    const before = ofUser.get(state.id);
    ofUser.set(state.id, state);
    this.ofUser.set(state.userId, ofUser);
    const members = this.members.get(state.organizationId) ?? new Set();
    this.members.set(state.organizationId, members.add(state.userId));
    if (isEffective(before) === isEffective(state) && before?.organizationId === state.organizationId) return [];
    this.scopes.delete(state.userId);
    return [state.userId];
  }

  /** @returns the users whose organizations may be others now */
  applyOrganization(organization: number, isDeleted: boolean): Iterable<number> {
    if (this.deleted.has(organization) === isDeleted) return [];
    if (isDeleted) this.deleted.add(organization);
    else this.deleted.delete(organization);
    const members = this.members.get(organization) ?? [];
    for (const user of members) this.scopes.delete(user);
    return members;
  }

  /** Organizations that exist and approved the user; the same set until they change. */
  scopeOf(user: number): ReadonlySet<number> {
    const ofUser = this.ofUser.get(user);
    if (!ofUser) return NONE;
    const known = this.scopes.get(user);
    if (known) return known;
    const organizations = [...ofUser.values()].filter(isEffective).map(({ organizationId }) => organizationId);
    const scope = new Set(organizations.filter((organization) => !this.deleted.has(organization)));
    this.scopes.set(user, scope);
    return scope;
  }
}
