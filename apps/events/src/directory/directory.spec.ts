import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@portico/service';
import { Directory, isSameScope } from './directory.ts';

const caller = (id: number, usertype: Caller['usertype'] = 'CLIENT', accessVersion = 1): Caller => ({
  id,
  usertype,
  accessVersion,
  email: `user${id}@portico.test`,
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const membership = { version: 1, deletedAt: null, userId: 5, approved: true };

describe('the directory', () => {
  let directory: Directory;

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

  it('shows every organization to admins and approved memberships to others', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyMembership({ ...membership, id: 2, organizationId: 2, approved: false });
    expect(directory.scopeOf(caller(5))).toEqual(new Set([1]));
    expect(directory.scopeOf(caller(6))).toEqual(new Set());
    expect(directory.scopeOf(caller(6, 'ADMIN'))).toBe('every');
  });

  it('drops an ended membership and restores one that started again', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyMembership({
      ...membership,
      id: 1,
      organizationId: 1,
      version: 2,
      deletedAt: '2026-01-01T00:00:00Z',
    });
    expect(directory.scopeOf(caller(5))).toEqual(new Set());
    directory.applyMembership({ ...membership, id: 2, organizationId: 1 });
    expect(directory.scopeOf(caller(5))).toEqual(new Set([1]));
  });

  it('hides the events of a deleted organization from its members', () => {
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyOrganization({ id: 1, version: 2, deletedAt: '2026-01-01T00:00:00Z', name: 'Acme' });
    expect(directory.scopeOf(caller(5))).toEqual(new Set());
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
    expect(directory.integration(10)).toBeUndefined();
    expect(directory.integrationName(10)).toBe('payroll');
    expect(directory.integrationsNamed('payroll')).toEqual(new Set([10]));
    expect(directory.integrationsIn(new Set([1]))).toEqual({ names: [], count: 0 });
    expect(directory.integrationsIn('every')).toEqual({ names: ['banking', 'spare'], count: 2 });
  });

  it('applies a new name immediately', () => {
    directory.applyIntegration({ id: 10, version: 2, deletedAt: null, name: 'wages', active: true, organizationId: 1 });
    expect(directory.integrationName(10)).toBe('wages');
    expect(directory.integrationsNamed('payroll')).toEqual(new Set());
    expect(directory.integrationsIn('every')).toEqual({ names: ['banking', 'spare', 'wages'], count: 3 });
  });

  it('lists integrations once for each version and scope', () => {
    const ofAcme = directory.integrationsIn(new Set([1, 2]));
    expect(ofAcme).toEqual({ names: ['banking', 'payroll'], count: 2 });
    expect(directory.integrationsIn(new Set([2, 1]))).toBe(ofAcme);
    expect(directory.integrationsIn(new Set([2]))).toEqual({ names: ['banking'], count: 1 });
    directory.applyIntegration({
      id: 13,
      version: 1,
      deletedAt: null,
      name: 'banking',
      active: true,
      organizationId: 2,
    });
    expect(directory.integrationsIn(new Set([1, 2]))).toEqual({ names: ['banking', 'payroll'], count: 3 });
  });

  it('names the users of each change in the same turn', () => {
    const changes: number[][] = [];
    directory.onUsersChange((users) => changes.push([...users]));
    const { version } = directory;
    directory.applyMembership({ ...membership, id: 1, organizationId: 1 });
    directory.applyMembership({ ...membership, id: 2, organizationId: 1, userId: 6 });
    directory.applyMembership({ ...membership, id: 3, organizationId: 2, userId: 7 });
    directory.applyOrganization({ id: 1, version: 2, deletedAt: null, name: 'Acme Ltd' });
    expect(changes).toEqual([[5], [6], [7], [5, 6]]);
    expect(directory.version).toBe(version + 4);
  });

  it('detects a token that is stale for its user', () => {
    const ada = { id: 7, deletedAt: null, name: 'Ada', email: 'a@x.test', usertype: 'CLIENT' } as const;
    expect(directory.isCurrent(caller(7, 'ADMIN'))).toBe(true);
    directory.applyUser({ ...ada, version: 4, accessVersion: 3 });
    expect(directory.isCurrent(caller(7, 'ADMIN', 2))).toBe(false);
    expect(directory.isCurrent(caller(7, 'CLIENT', 3))).toBe(true);
    expect(directory.isCurrent(caller(7, 'ADMIN', 5))).toBe(true);
  });
});

describe('isSameScope', () => {
  it('compares by content', () => {
    expect(isSameScope(new Set([1, 2]), new Set([2, 1]))).toBe(true);
    expect(isSameScope(new Set([1, 2]), new Set([1, 3]))).toBe(false);
    expect(isSameScope('every', new Set([1]))).toBe(false);
    expect(isSameScope('every', 'every')).toBe(true);
  });
});
