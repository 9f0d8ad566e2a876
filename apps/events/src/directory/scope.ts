/** The events that a user may see: events of whole organizations, and events of single integrations within one organization each. */
export type Owners = { organizations: ReadonlySet<number>; integrations: ReadonlyMap<number, number> };
export type Scope = 'every' | Owners;

const NO_INTEGRATIONS: ReadonlyMap<number, number> = new Map();

export const ofOrganizations = (organizations: Iterable<number>): Owners => ({
  organizations: new Set(organizations),
  integrations: NO_INTEGRATIONS,
});

export const NO_EVENTS: Owners = ofOrganizations([]);

/** Whether the whole organization is visible. */
export const includes = (scope: Scope, organization: number): boolean =>
  scope === 'every' || scope.organizations.has(organization);

/** Whether this integration's events in this organization are visible. */
export const permits = (scope: Scope, organization: number, integration: number): boolean =>
  scope === 'every' || scope.organizations.has(organization) || scope.integrations.get(integration) === organization;

/** The part of a scope within some organizations. */
export function within(scope: Scope, organizations: readonly number[]): Owners {
  if (scope === 'every') return ofOrganizations(organizations);
  const requested = new Set(organizations);
  return {
    organizations: new Set([...scope.organizations].filter((organization) => requested.has(organization))),
    integrations:
      scope.integrations.size === 0
        ? NO_INTEGRATIONS
        : new Map([...scope.integrations].filter(([, organization]) => requested.has(organization))),
  };
}

export const covers = (scope: Scope, part: Scope): boolean =>
  scope === 'every' ||
  (part !== 'every' &&
    [...part.organizations].every((organization) => scope.organizations.has(organization)) &&
    [...part.integrations].every(([integration, organization]) => permits(scope, organization, integration)));

export const isSameScope = (a: Scope, b: Scope): boolean => a === b || keyOfScope(a) === keyOfScope(b);

/** Equal scopes have equal keys. */
export function keyOfScope(scope: Scope): string {
  if (scope === 'every') return scope;
  const organizations = [...scope.organizations].toSorted((a, b) => a - b).join();
  if (scope.integrations.size === 0) return organizations;
  const integrations = [...scope.integrations].toSorted(([a], [b]) => a - b).map((pair) => pair.join(':'));
  return `${organizations}+${integrations.join()}`;
}

type ScopeColumns = { organization: string; integration: string };

export function toScopeSql(scope: Owners, { organization, integration }: ScopeColumns): string {
  const conditions =
    scope.organizations.size === 0 ? [] : [`${organization} IN (${[...scope.organizations].join(', ')})`];
  for (const [id, some] of Map.groupBy(scope.integrations, ([, inOrganization]) => inOrganization))
    conditions.push(`${organization} = ${id} AND ${integration} IN (${some.map(([one]) => one).join(', ')})`);
  if (conditions.length < 2) return conditions[0] ?? 'false';
  return `(${conditions.join(' OR ')})`;
}
