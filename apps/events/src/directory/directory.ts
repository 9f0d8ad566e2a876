import { Injectable } from '@nestjs/common';
import type { AggregateState } from '@portico/contracts/events/domain-event';
import type { UserState } from '@portico/contracts/events/identity';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import type { MembershipState, OrganizationState } from '@portico/contracts/events/orgs';
import { callerIsAdmin, type Caller, Revocations } from '@portico/service';

/** Organizations whose events someone may see. */
export type Scope = 'every' | ReadonlySet<number>;

export const includes = (scope: Scope, organization: number): boolean => scope === 'every' || scope.has(organization);

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === 'every' || b === 'every' ? a === b : a.size === b.size && [...a].every((organization) => b.has(organization));

/** Part of a key: equal for scopes of the same organizations. */
export const keyOfScope = (scope: Scope): string =>
  scope === 'every' ? scope : [...scope].toSorted((a, b) => a - b).join();

const isDeleted = (state: AggregateState | undefined): boolean => state !== undefined && state.deletedAt !== null;

/** Existing integrations: their names, each once in alphabetical order, and how many they are; two may have one name. */
export type IntegrationList = { names: string[]; count: number };

/**
 * Names, memberships and roles as their services last published them, in memory. The caller applies each state once, in
 * the order of its version. Deleted integrations and organizations are remembered: their past events keep their names.
 */
@Injectable()
export class Directory {
  private readonly integrations = new Map<number, IntegrationState>();
  private readonly organizations = new Map<number, OrganizationState>();
  /** By user, then by the membership's own id: a user who left and came back has two. */
  private readonly memberships = new Map<number, Map<number, MembershipState>>();
  /** By organization: users with a membership, whatever its state. */
  private readonly members = new Map<number, Set<number>>();
  private readonly listeners: ((users: Iterable<number>) => void)[] = [];
  private readonly lists = new Map<string, IntegrationList>();
  private listsVersion = 0;
  private changes = 0;

  /** @param revocations of the whole service: requests are refused by them too. */
  constructor(private readonly revocations: Revocations = new Revocations()) {}

  /** Grows with every change; what was derived from the directory holds while it stays. */
  get version(): number {
    return this.changes;
  }

  /** Calls `listener` with the users whose scope or token may be stale, in the turn of the change and after it. */
  onUsersChange(listener: (users: Iterable<number>) => void): void {
    this.listeners.push(listener);
  }

  applyIntegration(state: IntegrationState): void {
    this.integrations.set(state.id, state);
    this.changed([]);
  }

  applyOrganization(state: OrganizationState): void {
    this.organizations.set(state.id, state);
    this.changed(this.members.get(state.id) ?? []);
  }

  applyMembership(state: MembershipState): void {
    const ofUser = this.memberships.get(state.userId) ?? new Map<number, MembershipState>();
    ofUser.set(state.id, state);
    this.memberships.set(state.userId, ofUser);
    const members = this.members.get(state.organizationId) ?? new Set();
    this.members.set(state.organizationId, members.add(state.userId));
    this.changed([state.userId]);
  }

  applyUser(state: UserState): void {
    this.revocations.apply(state);
    this.changed([state.id]);
  }

  /** The integration while it exists. */
  integration(id: number): IntegrationState | undefined {
    const integration = this.integrations.get(id);
    return isDeleted(integration) ? undefined : integration;
  }

  /** Names stay after deletion; null when the id is unknown. */
  integrationName(id: number): string | null {
    return this.integrations.get(id)?.name ?? null;
  }

  organizationName(id: number): string | null {
    return this.organizations.get(id)?.name ?? null;
  }

  /** Integrations of that name, in any organization, deleted ones too. */
  integrationsNamed(name: string): Set<number> {
    const ids = [...this.integrations.values()].filter((integration) => integration.name === name);
    return new Set(ids.map(({ id }) => id));
  }

  /** The organization that the integration belongs to; after its deletion, belonged to. */
  organizationOf(integration: number): number | null {
    return this.integrations.get(integration)?.organizationId ?? null;
  }

  /** The integrations that exist and belong to an organization in `scope`; listed once for each version of the directory. */
  integrationsIn(scope: Scope): IntegrationList {
    if (this.listsVersion !== this.version) this.lists.clear();
    this.listsVersion = this.version;
    const key = keyOfScope(scope);
    const known = this.lists.get(key);
    if (known) return known;
    const list = this.listIntegrations(scope);
    this.lists.set(key, list);
    return list;
  }

  private listIntegrations(scope: Scope): IntegrationList {
    const visible = [...this.integrations.values()].filter(
      (integration) =>
        !isDeleted(integration) &&
        (scope === 'every' || (integration.organizationId !== null && scope.has(integration.organizationId))),
    );
    const names = new Set(visible.map(({ name }) => name));
    return { names: [...names].toSorted((a, b) => a.localeCompare(b)), count: visible.length };
  }

  /** Admins see every event, also of deleted organizations; others those of organizations that approved them. */
  scopeOf(caller: Caller): Scope {
    if (callerIsAdmin(caller)) return 'every';
    const approved = [...(this.memberships.get(caller.id)?.values() ?? [])].filter(
      (membership) =>
        membership.approved && !isDeleted(membership) && !isDeleted(this.organizations.get(membership.organizationId)),
    );
    return new Set(approved.map(({ organizationId }) => organizationId));
  }

  /** Whether a token still says what its user is. The token of a user who is unknown as yet is believed. */
  isCurrent(caller: Caller): boolean {
    return !this.revocations.isRevoked(caller);
  }

  private changed(users: Iterable<number>): void {
    this.changes += 1;
    for (const listener of this.listeners) listener(users);
  }
}
