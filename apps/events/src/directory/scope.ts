/** Organizations whose events someone may see. */
export type Scope = 'every' | ReadonlySet<number>;

export const includes = (scope: Scope, organization: number): boolean => scope === 'every' || scope.has(organization);

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === b ||
  (a !== 'every' && b !== 'every' && a.size === b.size && [...a].every((organization) => b.has(organization)));

/** Part of a key: equal for scopes of the same organizations. */
export const keyOfScope = (scope: Scope): string =>
  scope === 'every' ? scope : [...scope].toSorted((a, b) => a - b).join();
