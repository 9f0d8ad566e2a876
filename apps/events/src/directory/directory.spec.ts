import { composed, fold } from '@portico/contracts/common/fold';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import type { Caller } from '@portico/service';
import fc from 'fast-check';
import { Directory, isSameScope, ofOrganizations, type Scope } from './directory.ts';
import { fits } from '../text/pattern.ts';
import { compareNames } from './sorted-names.ts';

const caller = (id: number, usertype: Caller['usertype'] = 'CLIENT', accessVersion = 1): Caller => ({
  id,
  usertype,
  accessVersion,
  email: `user${id}@portico.test`,
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const membership = { version: 1, deletedAt: null, userId: 5, approved: true, role: 'viewer' as const };

const ADA = {
  id: 7,
  version: 4,
  accessVersion: 3,
  deletedAt: null,
  name: 'Ada',
  email: 'a@x.test',
  usertype: 'CLIENT',
} as const;
const integration = (id: number, name: string, organizationId: number | null): IntegrationState => ({
  id,
  version: 1,
  deletedAt: null,
  name,
  active: true,
  organizationId,
});

describe('the directory', () => {
  let directory: Directory;
  const listOf = (scope: Scope, limit = 10) => directory.integrations.list(scope, limit);

  beforeEach(() => {
    directory = new Directory();
    directory.applyOrganization({ id: 1, version: 1, deletedAt: null, name: 'Acme' });
    directory.applyOrganization({ id: 2, version: 1, deletedAt: null, name: 'Globex' });
    directory.applyIntegration({
      id: 10,
      version: 1,
      deletedAt: null,
      name: 'payroll',
      active: true,
      organizationId: 1,
    });
    directory.applyIntegration({
      id: 11,
      version: 1,
      deletedAt: null,
      name: 'banking',
      active: true,
      organizationId: 2,
    });
    directory.applyIntegration({
      id: 12,
      version: 1,
      deletedAt: null,
      name: 'spare',
      active: true,
      organizationId: null,
    });
  });

  it('shows admins every organization, and other users the organizations that approved them', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyMembership({ ...membership, id: 2, organizationId: 2, approved: false });
    expect(directory.scopeOf(caller(5))).toMatchObject(ofOrganizations([1]));
    expect(directory.scopeOf(caller(6))).toMatchObject(ofOrganizations([]));
    expect(directory.scopeOf(caller(6, 'ADMIN'))).toBe('every');
  });

  it('drops an ended membership and restores a membership that started again', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyMembership({
      ...membership,
      id: 1,
      organizationId: 1,
      version: 2,
      deletedAt: '2026-01-01T00:00:00Z',
    });
    expect(directory.scopeOf(caller(5))).toMatchObject(ofOrganizations([]));
    directory.applyMembership({ ...membership, id: 2, organizationId: 1 });
    expect(directory.scopeOf(caller(5))).toMatchObject(ofOrganizations([1]));
  });

  it('hides the events of a deleted organization from its members', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyOrganization({ id: 1, version: 2, deletedAt: '2026-01-01T00:00:00Z', name: 'Acme' });
    expect(directory.scopeOf(caller(5))).toMatchObject(ofOrganizations([]));
    expect(directory.organizationName(1)).toBe('Acme');
  });

  it('keeps the name of a deleted integration, which accepts no events', () => {
    directory.applyIntegration({
      id: 10,
      version: 2,
      deletedAt: '2026-01-01T00:00:00Z',
      name: 'payroll',
      active: true,
      organizationId: 1,
    });
    expect(directory.integration(10, Date.now())).toBeUndefined();
    expect(directory.integrationName(10)).toBe('payroll');
    expect(directory.integrations.named('payroll')).toEqual(new Set([10]));
    expect(listOf(ofOrganizations([1]))).toEqual({ names: [], isComplete: true, count: 0 });
    expect(listOf('every')).toEqual({ names: ['banking', 'spare'], isComplete: true, count: 2 });
  });

  it('applies a new name immediately', () => {
    directory.applyIntegration({ id: 10, version: 2, deletedAt: null, name: 'wages', active: true, organizationId: 1 });
    expect(directory.integrationName(10)).toBe('wages');
    expect(directory.integrations.named('payroll')).toEqual(new Set());
    expect(listOf('every')).toMatchObject({ names: ['banking', 'spare', 'wages'], count: 3 });
  });

  it('lists the first integration names of organizations, without duplicates', () => {
    expect(listOf(ofOrganizations([1, 2]))).toEqual({ names: ['banking', 'payroll'], isComplete: true, count: 2 });
    expect(listOf(ofOrganizations([2, 1]), 1)).toEqual({ names: ['banking'], isComplete: false, count: 2 });
    expect(listOf(ofOrganizations([2]), 1)).toEqual({ names: ['banking'], isComplete: true, count: 1 });
    directory.applyIntegration(integration(13, 'banking', 1));
    expect(listOf(ofOrganizations([1, 2]))).toEqual({ names: ['banking', 'payroll'], isComplete: true, count: 3 });
    directory.applyIntegration(integration(11, 'banking', null));
    expect(listOf(ofOrganizations([2]))).toEqual({ names: [], isComplete: true, count: 0 });
    expect(listOf('every').count).toBe(4);
  });

  it('gives the same answers as a full scan after any changes', () => {
    const name = fc.constantFrom('a', 'B', 'b', 'ä', 'a\u0308', 'c', 'C');
    const change = fc.record({ id: fc.nat(9), name, organizationId: fc.option(fc.nat(3)), isDeleted: fc.boolean() });
    const scopes = fc.oneof(
      fc.constant('every' as const),
      fc.uniqueArray(fc.nat(3)).map((some) => ofOrganizations(some)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(change, scopes, fc.nat(8)), { maxLength: 40 }), (steps) => {
        const all = new Map<number, ReturnType<typeof integration>>();
        const some = new Directory();
        for (const [{ id, isDeleted, ...rest }, scope, limit] of steps) {
          const state = { ...integration(id, rest.name, rest.organizationId), deletedAt: isDeleted ? 'then' : null };
          all.set(id, state);
          some.applyIntegration(state);
          const visible = [...all.values()].filter(
            (one) =>
              one.deletedAt === null &&
              (scope === 'every' || (one.organizationId !== null && scope.organizations.has(one.organizationId))),
          );
          const names = [...new Set(visible.map((one) => one.name))].toSorted(compareNames);
          expect(some.integrations.list(scope, limit)).toEqual({
            names: names.slice(0, limit),
            isComplete: names.length <= limit,
            count: visible.length,
          });
          const named = [...all.values()]
            .filter((one) => composed(one.name) === composed(rest.name))
            .map((one) => one.id);
          expect(some.integrations.named(rest.name)).toEqual(new Set(named));
          for (const parts of [['A'], ['', 'A', ''], ['', '']]) {
            const pattern = { parts, isWhole: true };
            const ofPattern = [...all.values()].filter((one) => fits(fold(one.name), pattern)).map((one) => one.id);
            expect(some.integrations.whose(pattern)).toEqual(new Set(ofPattern));
          }
        }
      }),
    );
  });

  it('reports the users affected by a change, synchronously', () => {
    const changes: number[][] = [];
    directory.onScopesChange((users) => changes.push(users === 'everyone' ? [] : [...users]));
    const notifiedBy = (change: () => void): number[] => {
      change();
      return changes.splice(0).flat();
    };
    const member = { ...membership, id: 2, organizationId: 1, userId: 6 };
    expect(notifiedBy(() => directory.applyMembership({ ...membership, id: 1, organizationId: 1 }))).toEqual([5]);
    expect(notifiedBy(() => directory.applyMembership({ ...member, approved: false }))).toEqual([6]);
    expect(notifiedBy(() => directory.applyMembership({ ...member, version: 2 }))).toEqual([6]);
    expect(notifiedBy(() => directory.applyMembership({ ...member, version: 3 }))).toEqual([]);
    const acme = { id: 1, deletedAt: null, name: 'Acme Ltd' };
    expect(notifiedBy(() => directory.applyOrganization({ ...acme, version: 2 }))).toEqual([]);
    const deletedAt = '2026-01-01T00:00:00Z';
    expect(notifiedBy(() => directory.applyOrganization({ ...acme, version: 3, deletedAt }))).toEqual([5, 6]);
    expect(notifiedBy(() => directory.applyOrganization({ ...acme, version: 4 }))).toEqual([5, 6]);
    expect(notifiedBy(() => directory.revocations.apply(ADA))).toEqual([]);
    expect(notifiedBy(() => directory.applyIntegration(integration(10, 'wages', 1)))).toEqual([]);
  });

  it('returns the same cached scope and ids after changes that do not affect them', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    const cached = () => [directory.scopeOf(caller(5)), directory.integrations.named('payroll')];
    const [scope, ids] = cached();
    directory.applyIntegration(integration(11, 'wages', 2));
    directory.applyMembership({ ...membership, id: 2, organizationId: 1, userId: 6 });
    directory.applyOrganization({ id: 1, version: 2, deletedAt: null, name: 'Acme Ltd' });
    directory.revocations.apply({ ...ADA, id: 5 });
    expect(cached()[0]).toBe(scope);
    expect(cached()[1]).toBe(ids);
  });

  it('detects a token that is stale for its user', () => {
    expect(directory.isCurrent(caller(7, 'ADMIN'))).toBe(true);
    directory.revocations.apply(ADA);
    expect(directory.isCurrent(caller(7, 'ADMIN', 2))).toBe(false);
    expect(directory.isCurrent(caller(7, 'CLIENT', 3))).toBe(true);
    expect(directory.isCurrent(caller(7, 'ADMIN', 5))).toBe(true);
  });
});

describe('isSameScope', () => {
  it('compares by content', () => {
    expect(isSameScope(ofOrganizations([1, 2]), ofOrganizations([2, 1]))).toBe(true);
    expect(isSameScope(ofOrganizations([1, 2]), ofOrganizations([1, 3]))).toBe(false);
    expect(isSameScope('every', ofOrganizations([1]))).toBe(false);
    expect(isSameScope('every', 'every')).toBe(true);
  });
});
