import type { PublisherState } from '@portico/contracts/events/integrations';

const NONE: ReadonlyMap<number, number> = new Map();

export class Publishers {
  private readonly byId = new Map<number, PublisherState>();
  private readonly ofUser = new Map<number, Set<number>>();
  /** Ids of current and former publishers, by integration id. */
  private readonly ofIntegration = new Map<number, Set<number>>();
  private readonly known = new Map<number, ReadonlyMap<number, number>>();

  /** @param organizationOf - returns an integration's organization; null if the integration or the organization does not exist. */
  constructor(private readonly organizationOf: (integration: number) => number | null) {}

  /** @returns the users whose integrations may have changed */
  apply(state: PublisherState): number[] {
    const before = this.byId.get(state.id);
    this.byId.set(state.id, state);
    add(this.ofIntegration, state.integrationId, state.id);
    if (state.userId !== null) add(this.ofUser, state.userId, state.id);
    const users = [before?.userId, state.userId].filter((user) => user !== null && user !== undefined);
    return this.forget(new Set(users));
  }

  /** Must be called after a change of the integration. @returns the users whose integrations may have changed. */
  applyIntegration(integration: number): number[] {
    const publishers = this.ofIntegration.get(integration);
    if (!publishers) return [];
    const users = [...publishers].map((id) => this.byId.get(id)?.userId ?? null);
    return this.forget(new Set(users.filter((user) => user !== null)));
  }

  /** Integrations with a current or former publisher. */
  get integrations(): Iterable<number> {
    return this.ofIntegration.keys();
  }

  /** The user's integrations with their organizations. Returns the same map until they change. */
  scopeOf(user: number): ReadonlyMap<number, number> {
    const ids = this.ofUser.get(user);
    if (!ids) return NONE;
    const known = this.known.get(user);
    if (known) return known;
    const scope = new Map<number, number>();
    for (const id of ids) {
      const state = this.byId.get(id);
      if (state?.userId !== user || state.deletedAt !== null) continue;
      const organization = this.organizationOf(state.integrationId);
      if (organization !== null) scope.set(state.integrationId, organization);
    }
    this.known.set(user, scope);
    return scope;
  }

  private forget(users: ReadonlySet<number>): number[] {
    for (const user of users) this.known.delete(user);
    return [...users];
  }
}

function add(index: Map<number, Set<number>>, key: number, id: number): void {
  index.set(key, (index.get(key) ?? new Set()).add(id));
}
