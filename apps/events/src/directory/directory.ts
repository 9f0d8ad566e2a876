import { Injectable } from '@nestjs/common';
import type { IntegrationState, PublisherState } from '@portico/contracts/events/integrations';
import type { MembershipState, OrganizationState } from '@portico/contracts/events/orgs';
import type { PrivacyState } from '@portico/contracts/privacy/state';
import type { ViewerRole } from '@portico/contracts/privacy/rules';
import { History } from './history.ts';
import { callerIsAdmin, type Caller, PrivacyRules, Revocations } from '@portico/service';
import { IntegrationIndex } from './integration-index.ts';
import { Limits } from './limits.ts';
import { Memberships } from './memberships.ts';
import { Organizations } from './organizations.ts';
import { Publishers } from './publishers.ts';
import { NO_EVENTS, type Owners, type Scope } from './scope.ts';
import { EVERYTHING, type View, viewIn } from './view.ts';

export * from './scope.ts';
export * from './view.ts';

export type Users = Iterable<number> | 'everyone';
type Listener = (users: Users) => void;
/**
 * `published`: all integrations of which the user is a publisher. `integrations`: those of `published` that do not belong to
 * `organizations`.
 */
type Known = Owners & { published: ReadonlyMap<number, number> };

/**
 * Names, memberships and roles from the latest published states, in memory. The caller applies each state once, in order of its
 * version. Includes deleted integrations and organizations, so that their past events have names.
 */
@Injectable()
export class Directory {
  /** A counter that grows when an integration or organization is renamed. */
  namesVersion = 0;
  readonly limits = new Limits();
  readonly organizations = new Organizations();
  readonly integrations = new IntegrationIndex();
  private readonly histories = new Map<number, History<IntegrationState>>();
  private readonly memberships = new Memberships();
  private readonly publishers = new Publishers((integration) => this.homeOf(integration));
  private readonly seen = new Map<number, Known>();
  private readonly corrected = new Map<number, Known>();
  private readonly privacy = new PrivacyRules();
  private readonly onScope: Listener[] = [];

  /** @param revocations revoked tokens; shared with the authentication of requests. */
  constructor(readonly revocations: Revocations = new Revocations()) {}

  /** Calls `listener` synchronously after a change, with the users whose visible organizations, integrations or event fields changed. */
  onScopesChange(listener: Listener): void {
    this.onScope.push(listener);
  }

  /** @param publishedAt - when the state took effect, in milliseconds since 1970. */
  applyIntegration(state: IntegrationState, publishedAt = 0): void {
    const name = this.integrationName(state.id);
    const home = this.homeOf(state.id);
    this.integrations.apply(state);
    if (this.integrationName(state.id) !== name) this.namesVersion += 1;
    const history = this.histories.get(state.id);
    if (history) history.add(state, publishedAt);
    else this.histories.set(state.id, new History(state, publishedAt));
    if (this.homeOf(state.id) !== home) notify(this.onScope, this.publishers.applyIntegration(state.id));
  }

  applyOrganization(state: OrganizationState): void {
    const { id, deletedAt } = state;
    if (this.organizations.apply(state)) this.namesVersion += 1;
    const wasDeleted = this.memberships.isDeleted(id);
    const members = this.memberships.applyOrganization(id, deletedAt !== null);
    const publishers = wasDeleted === (deletedAt !== null) ? [] : this.publishersOf(id);
    notify(this.onScope, publishers.length === 0 ? members : new Set([...members, ...publishers]));
  }

  applyMembership(state: MembershipState): void {
    notify(this.onScope, this.memberships.apply(state));
  }

  applyPublisher(state: PublisherState): void {
    notify(this.onScope, this.publishers.apply(state));
  }

  applyPrivacy(state: PrivacyState): void {
    this.privacy.apply(state);
    notify(this.onScope, 'everyone');
  }

  /** Returns the integration's state at a time in milliseconds since 1970; undefined if deleted then, or if its organization is erased. */
  integration(id: number, at: number): IntegrationState | undefined {
    const integration = this.histories.get(id)?.at(at);
    if (integration?.deletedAt !== null || this.organizations.isErased(integration.organizationId)) return undefined;
    return integration;
  }

  /** The name of an integration, which may be deleted; null if the id is unknown. */
  integrationName(id: number): string | null {
    return this.integrations.get(id)?.name ?? null;
  }

  /** Whether the integration has separate episodes for each subject. */
  isBySubject(integration: number): boolean {
    return this.integrations.get(integration)?.episodesBySubject === true;
  }

  bySubject(): number[] {
    return this.integrations.ids().filter((id) => this.isBySubject(id));
  }

  /** Whether unauthenticated events of the shared topic open episodes and alerts for this integration. */
  isOpen(integration: number): boolean {
    return (this.integrations.get(integration)?.trust ?? 'open') === 'open';
  }

  /** The integrations for which {@link isOpen} is true, or all other integrations, whichever set is smaller. */
  openness(): { ids: ReadonlySet<number>; areOpen: boolean } {
    const [open, closed] = [new Set<number>(), new Set<number>()];
    for (const id of this.integrations.ids()) (this.isOpen(id) ? open : closed).add(id);
    return open.size < closed.size ? { ids: open, areOpen: true } : { ids: closed, areOpen: false };
  }

  organizationName(id: number): string | null {
    return this.organizations.nameOf(id);
  }

  /** The integration's organization, or the last organization of a deleted integration. */
  organizationOf(integration: number): number | null {
    return this.integrations.get(integration)?.organizationId ?? null;
  }

  /** The integration's organization at that time, in milliseconds since 1970. */
  organizationAt(integration: number, at: number): number | null {
    return this.histories.get(integration)?.at(at)?.organizationId ?? null;
  }

  /**
   * The events that a user may see. Admins see every event. Other users see events of their organizations, and of integrations for which
   * they are publishers.
   */
  scopeOf(caller: Caller): Scope {
    return callerIsAdmin(caller) ? 'every' : this.owners(this.seen, caller.id, this.memberships.scopeOf(caller.id));
  }

  /** The scope whose rejected events a user may correct, as an admin, operator, manager or publisher. */
  correctionScopeOf(caller: Pick<Caller, 'id' | 'usertype'>): Scope {
    if (callerIsAdmin(caller)) return 'every';
    return this.owners(this.corrected, caller.id, this.memberships.operatedBy(caller.id));
  }

  managedBy({ id }: Pick<Caller, 'id'>): ReadonlySet<number> {
    return this.memberships.managedBy(id);
  }

  /** The correction scope, and the organizations in which privacy rules hide published values. */
  correctionOf(caller: Caller): { scope: Scope; hiddenIn: ReadonlySet<number> } {
    return { scope: this.correctionScopeOf(caller), hiddenIn: new Set(this.viewOf(caller).redactions.keys()) };
  }

  /** The user's role in an organization. Publishers who are not members count as viewers. */
  roleIn(caller: Pick<Caller, 'id' | 'usertype'>, organization: number): ViewerRole {
    return callerIsAdmin(caller) ? 'admin' : (this.memberships.roleIn(caller.id, organization) ?? 'viewer');
  }

  /** A counter that grows when privacy rules change. */
  get privacyVersion(): number {
    return this.privacy.version;
  }

  /** The fields that privacy rules hide from the caller, or from a viewer with the same scope. */
  viewOf(caller: Caller, as?: 'viewer'): View {
    if (this.privacy.isEmpty) return EVERYTHING;
    const scope = this.scopeOf(caller);
    if (scope === 'every' && as === undefined) return EVERYTHING;
    const organizations =
      scope === 'every' ? this.organizations.ids() : [...scope.organizations, ...scope.integrations.values()];
    return viewIn(organizations, (id) => as ?? this.roleIn(caller, id), this.privacy);
  }

  /** Whether a token is current. A token of an unknown user is accepted. */
  isCurrent(caller: Pick<Caller, 'id' | 'accessVersion' | 'session'>): boolean {
    return !this.revocations.isRevoked(caller);
  }

  /** The integration's organization, if neither is deleted. */
  private homeOf(id: number): number | null {
    const integration = this.integrations.get(id);
    if (!integration || integration.deletedAt !== null || integration.organizationId === null) return null;
    return this.memberships.isDeleted(integration.organizationId) ? null : integration.organizationId;
  }

  private publishersOf(organization: number): number[] {
    const those = [...this.publishers.integrations].filter((id) => this.organizationOf(id) === organization);
    return those.flatMap((id) => this.publishers.applyIntegration(id));
  }

  /** @param known - cached scopes by user id */
  private owners(known: Map<number, Known>, user: number, organizations: ReadonlySet<number>): Owners {
    const published = this.publishers.scopeOf(user);
    if (organizations.size === 0 && published.size === 0) return NO_EVENTS;
    const before = known.get(user);
    if (before?.organizations === organizations && before.published === published) return before;
    const single = [...published].filter(([, organization]) => !organizations.has(organization));
    const owners = { organizations, integrations: new Map(single), published };
    known.set(user, owners);
    return owners;
  }
}

function notify(listeners: readonly Listener[], users: Users): void {
  for (const listener of listeners) listener(users);
}
