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

const isDeleted = (state: AggregateState | undefined): boolean => state !== undefined && state.deletedAt !== null;

/**
 * Names, memberships and roles as the other services last told them, in memory. The caller hands on each state once, in
 * the order of its version. Deleted integrations and organizations are remembered: their past events keep their names.
 */
@Injectable()
export class Directory {
  private readonly integrations = new Map<number, IntegrationState>();
  private readonly organizations = new Map<number, OrganizationState>();
  /** By user, then by the membership's own id: who left and came back has two. */
  private readonly memberships = new Map<number, Map<number, MembershipState>>();
  private readonly listeners: (() => void)[] = [];
  private changes = 0;

  /** @param revocations of the whole service: requests are refused by them too. */
  constructor(private readonly revocations: Revocations = new Revocations()) {}

  /** Grows with every change; what was derived from the directory holds while it stays. */
  get version(): number {
    return this.changes;
  }

  /** Calls `listener` in the same turn as each change, after it. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  applyIntegration(state: IntegrationState): void {
    this.integrations.set(state.id, state);
    this.changed();
  }

  applyOrganization(state: OrganizationState): void {
    this.organizations.set(state.id, state);
    this.changed();
  }

  applyMembership(state: MembershipState): void {
    const ofUser = this.memberships.get(state.userId) ?? new Map<number, MembershipState>();
    ofUser.set(state.id, state);
    this.memberships.set(state.userId, ofUser);
    this.changed();
  }

  applyUser(state: UserState): void {
    this.revocations.apply(state);
    this.changed();
  }

  /** The integration while it exists. */
  integration(id: number): IntegrationState | undefined {
    const integration = this.integrations.get(id);
    return isDeleted(integration) ? undefined : integration;
  }

  /** Names stay after deletion; null for an unknown id. */
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

  /** Names of the integrations that exist and belong to an organization in `scope`, each once, in alphabetical order. */
  integrationNames(scope: Scope): string[] {
    const names = new Set(this.integrationsIn(scope).map(({ name }) => name));
    return [...names].toSorted((a, b) => a.localeCompare(b));
  }

  /** How many integrations exist and belong to an organization in `scope`; two may have one name. */
  integrationCount(scope: Scope): number {
    return this.integrationsIn(scope).length;
  }

  private integrationsIn(scope: Scope): IntegrationState[] {
    return [...this.integrations.values()].filter(
      (integration) =>
        !isDeleted(integration) &&
        (scope === 'every' || (integration.organizationId !== null && scope.has(integration.organizationId))),
    );
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

  /** Whether the user behind a token still is what the token says. An unknown user is believed. */
  isCurrent(caller: Caller): boolean {
    return !this.revocations.isRevoked(caller);
  }

  private changed(): void {
    this.changes += 1;
    for (const listener of this.listeners) listener();
  }
}
