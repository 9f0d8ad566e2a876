import { Injectable } from '@nestjs/common';
import type { UserState } from '@portico/contracts/events/identity';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import type { MembershipState, OrganizationState } from '@portico/contracts/events/orgs';
import { History } from './history.ts';
import { callerIsAdmin, type Caller, Revocations } from '@portico/service';
import { IntegrationIndex, type IntegrationList } from './integration-index.ts';
import { Memberships } from './memberships.ts';
import { NameIndex } from './name-index.ts';
import type { Pattern } from '../table/searchable/pattern.ts';
import type { Scope } from './scope.ts';

export { includes, isSameScope, keyOfScope, type Scope } from './scope.ts';

type Listener = (users: Iterable<number>) => void;

/**
 * Names, memberships and roles as their services last published them, in memory. The caller applies each state once, in
 * the order of its version. Deleted integrations and organizations are remembered: their past events keep their names.
 *
 * There is no version of the whole: what is derived from it compares what it was derived from, so that a change costs only
 * those whom it concerns.
 */
@Injectable()
export class Directory {
  /** Grows when an integration or an organization gets another name. */
  namesVersion = 0;
  private readonly integrations = new IntegrationIndex();
  private readonly histories = new Map<number, History<IntegrationState>>();
  private readonly organizationNames = new Map<number, string>();
  private readonly organizations = new NameIndex();
  private readonly memberships = new Memberships();
  private readonly onScope: Listener[] = [];
  private readonly onToken: Listener[] = [];

  /** @param revocations of the whole service: requests are refused by them too. */
  constructor(private readonly revocations: Revocations = new Revocations()) {}

  /** Calls `listener` with the users who may see other organizations now, in the turn of the change and after it. */
  onScopesChange(listener: Listener): void {
    this.onScope.push(listener);
  }

  /** Calls `listener` with the users whose token may be stale, in the turn of the change and after it. */
  onTokensChange(listener: Listener): void {
    this.onToken.push(listener);
  }

  /** @param publishedAt - from when on it is so, in milliseconds since 1970. */
  applyIntegration(state: IntegrationState, publishedAt = 0): void {
    const name = this.integrationName(state.id);
    this.integrations.apply(state);
    if (this.integrationName(state.id) !== name) this.namesVersion += 1;
    const history = this.histories.get(state.id);
    if (history) history.add(state, publishedAt);
    else this.histories.set(state.id, new History(state, publishedAt));
  }

  applyOrganization({ id, name, deletedAt }: OrganizationState): void {
    const before = this.organizationNames.get(id);
    if (before !== name) this.namesVersion += 1;
    this.organizations.rename(id, before, name);
    this.organizationNames.set(id, name);
    tell(this.onScope, this.memberships.applyOrganization(id, deletedAt !== null));
  }

  applyMembership(state: MembershipState): void {
    tell(this.onScope, this.memberships.apply(state));
  }

  applyUser(state: UserState): void {
    this.revocations.apply(state);
    tell(this.onToken, [state.id]);
  }

  /** The integration as it was at that moment, in milliseconds since 1970, if it existed. */
  integration(id: number, at: number): IntegrationState | undefined {
    const integration = this.histories.get(id)?.at(at);
    return integration?.deletedAt === null ? integration : undefined;
  }

  /** Names stay after deletion; null when the id is unknown. */
  integrationName(id: number): string | null {
    return this.integrations.get(id)?.name ?? null;
  }

  organizationName(id: number): string | null {
    return this.organizationNames.get(id) ?? null;
  }

  /** Integrations of that name, in any organization, deleted ones too; the same set until they change. */
  integrationsNamed(name: string): ReadonlySet<number> {
    return this.integrations.named(name);
  }

  /** Integrations of such names, in any organization, deleted ones too; the same set until a change makes it another one. */
  integrationsWhose(names: Pattern): ReadonlySet<number> {
    return this.integrations.whose(names);
  }

  /** Those of these integrations that belong to one of the organizations, or are known to have belonged to it. */
  integrationsWithin(ids: ReadonlySet<number>, organizations: ReadonlySet<number>): ReadonlySet<number> {
    return this.integrations.within(ids, organizations);
  }

  /** Organizations of such names, deleted ones too; the same set until a change makes it another one. */
  organizationsWhose(names: Pattern): ReadonlySet<number> {
    return this.organizations.whose(names);
  }

  /** The organization that the integration belongs to; after its deletion, belonged to. */
  organizationOf(integration: number): number | null {
    return this.integrations.get(integration)?.organizationId ?? null;
  }

  /** The integrations that exist and belong to an organization in `scope`. @param wants which names are listed */
  integrationsIn(scope: Scope, limit: number, wants?: (name: string) => boolean): IntegrationList {
    return this.integrations.list(scope, limit, wants);
  }

  /**
   * Admins see every event, also of deleted organizations; others those of organizations that approved them. The same set
   * until it changes.
   */
  scopeOf(caller: Caller): Scope {
    return callerIsAdmin(caller) ? 'every' : this.memberships.scopeOf(caller.id);
  }

  /** Whether a token still says what its user is. The token of a user who is unknown as yet is believed. */
  isCurrent(caller: Caller): boolean {
    return !this.revocations.isRevoked(caller);
  }
}

function tell(listeners: readonly Listener[], users: Iterable<number>): void {
  for (const listener of listeners) listener(users);
}
