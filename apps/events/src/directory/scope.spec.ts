import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@portico/service';
import fc from 'fast-check';
import { covers, Directory, isSameScope, keyOfScope, permits, type Scope, toScopeSql, within } from './directory.ts';

const id = fc.integer({ min: 1, max: 4 });
const anyOwners = fc.record({
  organizations: fc.uniqueArray(id).map((some) => new Set(some)),
  integrations: fc.array(fc.tuple(id, id), { maxLength: 4 }).map((pairs) => new Map(pairs)),
});
const anyScope = fc.oneof({ weight: 1, arbitrary: fc.constant<Scope>('every') }, { weight: 5, arbitrary: anyOwners });
const PAIRS = [1, 2, 3, 4].flatMap((organization) => [1, 2, 3, 4].map((integration) => [organization, integration]));
const seen = (scope: Scope): string =>
  PAIRS.flatMap(([organization = 0, integration = 0]) =>
    permits(scope, organization, integration) ? [`${organization}:${integration}`] : [],
  ).join();

describe('a scope', () => {
  it('has a unique key, can be narrowed to organizations, and covers only scopes that it fully contains', () => {
    fc.assert(
      fc.property(anyScope, anyScope, fc.uniqueArray(id), (a, b, organizations) => {
        expect(isSameScope(a, b)).toBe(keyOfScope(a) === keyOfScope(b));
        if (isSameScope(a, b)) expect(seen(a)).toBe(seen(b));
        const narrowed = within(a, organizations);
        for (const [organization = 0, integration = 0] of PAIRS)
          expect(permits(narrowed, organization, integration)).toBe(
            organizations.includes(organization) && permits(a, organization, integration),
          );
        expect(covers(a, narrowed)).toBe(true);
        if (covers(a, b))
          for (const [organization = 0, integration = 0] of PAIRS)
            if (permits(b, organization, integration)) expect(permits(a, organization, integration)).toBe(true);
      }),
    );
  });

  it('becomes SQL with only organizations if it contains no individual integrations', () => {
    const columns = { organization: 'organization_id', integration: 'source_id' };
    expect(toScopeSql({ organizations: new Set([1, 2]), integrations: new Map() }, columns)).toBe(
      'organization_id IN (1, 2)',
    );
    expect(toScopeSql({ organizations: new Set(), integrations: new Map() }, columns)).toBe('false');
  });
});

const caller = (user: number): Caller => ({
  id: user,
  usertype: 'VENDOR',
  accessVersion: 1,
  email: `user${user}@portico.test`,
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const ROLES = ['viewer', 'operator', 'manager'] as const;
const change = fc.oneof(
  fc.record({
    kind: fc.constant('membership' as const),
    user: id,
    organization: id,
    role: fc.constantFrom(...ROLES),
    isOver: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('publisher' as const),
    id,
    user: fc.option(id),
    integration: id,
    isOver: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('integration' as const), id, organization: fc.option(id), isOver: fc.boolean() }),
  fc.record({ kind: fc.constant('organization' as const), id, isOver: fc.boolean() }),
);

describe('the scopes of the directory', () => {
  it('follow memberships, roles and publishers, and report affected users, after any changes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const directory = new Directory();
        const named = new Set<number>();
        directory.onScopesChange((users) => {
          if (users !== 'everyone') for (const user of users) named.add(user);
        });
        const memberships = new Map<string, { user: number; organization: number; role: string; isOver: boolean }>();
        const publishers = new Map<number, { user: number | null; integration: number; isOver: boolean }>();
        const integrations = new Map<number, { organization: number | null; isOver: boolean }>();
        const deleted = new Set<number>();
        const expected = (user: number, roles: readonly string[]): string =>
          PAIRS.flatMap(([organization = 0, integration = 0]) => {
            if (deleted.has(organization)) return [];
            const isMember = [...memberships.values()].some(
              (one) =>
                !one.isOver && one.user === user && one.organization === organization && roles.includes(one.role),
            );
            const home = integrations.get(integration);
            const isPublisher =
              home?.isOver === false &&
              home.organization === organization &&
              [...publishers.values()].some(
                (one) => !one.isOver && one.user === user && one.integration === integration,
              );
            return isMember || isPublisher ? [`${organization}:${integration}`] : [];
          }).join();
        const users = [1, 2, 3, 4];
        const all = () => users.map((user) => seen(directory.scopeOf(caller(user))));
        for (const one of changes) {
          const before = all();
          named.clear();
          const base = { version: 1, deletedAt: one.isOver ? 'then' : null };
          if (one.kind === 'membership') {
            const { user, organization, role } = one;
            memberships.set(`${user} ${organization}`, one);
            const key = user * 10 + organization;
            directory.applyMembership({
              ...base,
              id: key,
              userId: user,
              organizationId: organization,
              approved: true,
              role,
            });
          } else if (one.kind === 'publisher') {
            publishers.set(one.id, one);
            directory.applyPublisher({ ...base, id: one.id, userId: one.user, integrationId: one.integration });
          } else if (one.kind === 'integration') {
            integrations.set(one.id, one);
            const state = { ...base, id: one.id, name: `i${one.id}`, active: true, organizationId: one.organization };
            directory.applyIntegration(state);
          } else {
            if (one.isOver) deleted.add(one.id);
            else deleted.delete(one.id);
            directory.applyOrganization({ ...base, id: one.id, name: `o${one.id}` });
          }
          const after = all();
          expect(after).toEqual(users.map((user) => expected(user, ROLES)));
          expect(users.map((user) => seen(directory.correctionScopeOf(caller(user))))).toEqual(
            users.map((user) => expected(user, ['operator', 'manager'])),
          );
          for (const [index, user] of users.entries())
            if (before[index] !== after[index]) expect(named).toContain(user);
          for (const user of users) expect(directory.scopeOf(caller(user))).toBe(directory.scopeOf(caller(user)));
        }
      }),
      { numRuns: 300 },
    );
  });
});
