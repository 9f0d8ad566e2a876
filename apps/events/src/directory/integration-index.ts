import { composed } from '@portico/contracts/common/fold';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import type { Pattern } from '../text/pattern.ts';
import { NameIndex } from './name-index.ts';
import type { Owners, Scope } from './scope.ts';
import { compareNames, placeOf, SortedNames } from './sorted-names.ts';

/**
 * Existing integrations. `names`: the first names in alphabetical order without duplicates. `isComplete`: whether `names` contains
 * every name. `count`: the number of integrations, of which several may share a name.
 */
type IntegrationList = { names: string[]; isComplete: boolean; count: number };

const NONE: ReadonlySet<number> = new Set();

/** `snapshot`: the set that callers get until the ids change. */
type Named = { ids: Set<number>; snapshot: ReadonlySet<number> | null };

/** Integrations by id, name and organization. The cost of a change does not depend on the number of integrations. */
export class IntegrationIndex {
  private readonly byId = new Map<number, IntegrationState>();
  private readonly byName = new Map<string, Named>();
  private readonly names = new NameIndex();
  private readonly existing = new SortedNames();
  private readonly ofOrganization = new Map<number, SortedNames>();
  /** Ids of current and former integrations by organization id. */
  private readonly everOf = new Map<number, Set<number>>();

  apply(state: IntegrationState): void {
    const before = this.byId.get(state.id);
    this.byId.set(state.id, state);
    if (before?.name !== state.name) {
      if (before) this.unname(before);
      const named = this.byName.get(composed(state.name)) ?? { ids: new Set(), snapshot: null };
      named.ids.add(state.id);
      named.snapshot = null;
      this.byName.set(composed(state.name), named);
      this.names.rename(state.id, before?.name, state.name);
    }
    const { organizationId } = state;
    if (organizationId !== null)
      this.everOf.set(organizationId, (this.everOf.get(organizationId) ?? new Set()).add(state.id));
    if (before) for (const list of this.listsWith(before)) list.remove(before.name);
    for (const list of this.listsWith(state)) list.add(state.name);
  }

  /** Includes deleted integrations. */
  ids(): number[] {
    return [...this.byId.keys()];
  }

  /** The integrations of an organization, including deleted integrations that belonged to it last. */
  lastOf(organization: number): number[] {
    return [...this.byId.values()].flatMap((one) => (one.organizationId === organization ? [one.id] : []));
  }

  /** The last state of an integration, which may be deleted. */
  get(id: number): IntegrationState | undefined {
    return this.byId.get(id);
  }

  /** Ids of integrations with this name, including deleted integrations. Returns the same set until the ids change. */
  named(name: string): ReadonlySet<number> {
    const named = this.byName.get(composed(name));
    if (!named) return NONE;
    named.snapshot ??= new Set(named.ids);
    return named.snapshot;
  }

  /** Ids of integrations whose names match the folded pattern, including deleted ones. Returns the same set until the ids change. */
  whose(names: Pattern): ReadonlySet<number> {
    return this.names.whose(names);
  }

  /** The subset of ids that the scope contains, directly or through a current or former organization. */
  within(ids: ReadonlySet<number>, { organizations, integrations }: Owners): ReadonlySet<number> {
    const found = new Set([...integrations.keys()].filter((id) => ids.has(id)));
    for (const organization of organizations)
      for (const id of this.everOf.get(organization) ?? []) if (ids.has(id)) found.add(id);
    return found;
  }

  /** The existing integrations in `scope` whose names satisfy `wants`. */
  list(scope: Scope, limit: number, wants?: (name: string) => boolean): IntegrationList {
    const lists = scope === 'every' ? [this.existing] : this.listsOf(scope);
    const [first, ...more] = lists;
    const names = firstOf(first?.names ?? [], limit + 1, wants);
    for (const list of more) addFirst(names, list.names, limit + 1, wants);
    const count = lists.reduce((sum, list) => sum + list.count, 0);
    return { names: names.slice(0, limit), isComplete: names.length <= limit, count };
  }

  private unname({ id, name }: IntegrationState): void {
    const named = this.byName.get(composed(name));
    if (!named) return;
    named.ids.delete(id);
    named.snapshot = null;
    if (named.ids.size === 0) this.byName.delete(composed(name));
  }

  private listsOf({ organizations, integrations }: Owners): SortedNames[] {
    const lists = [...organizations].flatMap((organization) => this.ofOrganization.get(organization) ?? []);
    if (integrations.size === 0) return lists;
    const single = new SortedNames();
    for (const [id, organization] of integrations) {
      const state = this.byId.get(id);
      if (state?.deletedAt === null && state.organizationId === organization) single.add(state.name);
    }
    return [...lists, single];
  }

  private listsWith({ deletedAt, organizationId }: IntegrationState): SortedNames[] {
    if (deletedAt !== null) return [];
    if (organizationId === null) return [this.existing];
    const ofOrganization = this.ofOrganization.get(organizationId) ?? new SortedNames();
    this.ofOrganization.set(organizationId, ofOrganization);
    return [this.existing, ofOrganization];
  }
}

function firstOf(sorted: readonly string[], limit: number, wants?: (name: string) => boolean): string[] {
  if (!wants) return sorted.slice(0, limit);
  const names: string[] = [];
  for (const name of sorted) {
    if (names.length === limit) break;
    if (wants(name)) names.push(name);
  }
  return names;
}

/** Merges sorted names into the sorted array `first`. Drops entries beyond `limit`. */
function addFirst(first: string[], more: readonly string[], limit: number, wants?: (name: string) => boolean): void {
  for (const name of more) {
    const last = first[limit - 1];
    if (last !== undefined && compareNames(name, last) >= 0) return;
    if (wants && !wants(name)) continue;
    const place = placeOf(name, first);
    if (first[place] === name) continue;
    first.splice(place, 0, name);
    if (first.length > limit) first.pop();
  }
}
