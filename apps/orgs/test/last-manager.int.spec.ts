import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import { type MemberRole, MEMBER_ROLES } from '@portico/contracts/common/roles';
import type { Member } from '@portico/contracts/http/members';
import { type Call, engines, read, SEED, STARTING } from '@portico/testkit';
import fc from 'fast-check';
import { managedOrganization, own } from './inviting.ts';
import { newId, type Orgs, startOrgs } from './orgs.ts';

/** An action of one member on another. */
type Step = { actor: number; target: number; act: 'leave' | 'remove' | MemberRole };
type People = readonly { id: number; call: Call }[];

const MESSAGE =
  'An organization needs a manager. Make another member a manager first, or ask an administrator to delete the organization.';

describe('an organization', () => {
  let orgs: Orgs;
  let admin: Call;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  const managersOf = async (id: number): Promise<number[]> => {
    const { data } = await read<Page<Member>>(admin, `/organizations/${id}/members?approved=true`);
    return data.filter(({ role }) => role === 'manager').map(({ userId }) => userId);
  };
  /** Creates an organization with a manager and further members with these roles. */
  const withRoles = async (...roles: MemberRole[]): Promise<{ id: number; people: People }> => {
    const { id, manager, managerId } = await managedOrganization(orgs);
    const others = await Promise.all(
      roles.map(async (role) => {
        const userId = newId();
        const call = await orgs.as('CLIENT', userId);
        await call('PUT', '/organizations/assign', { organizationId: id, assign: true });
        await admin('PUT', `/organizations/${id}/members/${userId}`, { approved: true, role });
        return { id: userId, call };
      }),
    );
    return { id, people: [{ id: managerId, call: manager }, ...others] };
  };
  const WAYS: Record<string, (call: Call, id: number, userId: number) => ReturnType<Call>> = {
    leaving: (call, organizationId) => call('PUT', '/organizations/assign', { organizationId, assign: false }),
    'removing themselves': (call, id, userId) => call('DELETE', `/organizations/${id}/members/${userId}`),
    'becoming an operator': (call, id, userId) =>
      call('PUT', `/organizations/${id}/members/${userId}`, { role: 'operator' }),
    'becoming a viewer': (call, id, userId) =>
      call('PUT', `/organizations/${id}/members/${userId}`, { role: 'viewer' }),
  };

  // spec: D.65
  it.each(Object.entries(WAYS))('keeps its last manager when the manager tries %s', async (_, way) => {
    const { id, people } = await withRoles('viewer', 'operator');
    const [manager] = people;
    const refused = await way(manager!.call, id, manager!.id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', message: MESSAGE } });
    expect(await managersOf(id)).toEqual([manager!.id]);
    expect(await own(manager!.call)).toMatchObject([{ approved: true, role: 'manager' }]);
  });

  it.each(Object.entries(WAYS))('lets a manager step down by %s while another manager stays', async (_, way) => {
    const { id, people } = await withRoles('manager');
    expect((await way(people[0]!.call, id, people[0]!.id)).status).toBeLessThan(300);
    expect(await managersOf(id)).toEqual([people[1]!.id]);
  });

  it.each(Object.entries(WAYS))('keeps one of two managers who step down concurrently by %s', async (_, way) => {
    const { id, people } = await withRoles('manager');
    const answers = await Promise.all(people.map((person) => way(person.call, id, person.id)));
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    expect(await managersOf(id)).toHaveLength(1);
  });

  it('can lose its last manager when an administrator saves the list of users', async () => {
    const { id, people } = await withRoles('viewer');
    const users = people.slice(1).map((person) => ({ id: person.id, approved: true }));
    const answer = await admin('PUT', '/organizations/assign-many', { organizationId: id, users });
    expect(answer).toMatchObject({ status: 200, body: { userOrganizations: [{ role: 'viewer' }] } });
    expect(await managersOf(id)).toEqual([]);
    const given = await admin('PUT', `/organizations/${id}/members/${people[1]!.id}`, { role: 'manager' });
    expect(given.status).toBe(200);
  });

  it('always keeps a manager during concurrent actions of its members', async () => {
    const step = fc.record({
      actor: fc.nat({ max: 3 }),
      target: fc.nat({ max: 3 }),
      act: fc.constantFrom<Step['act']>('leave', 'remove', ...MEMBER_ROLES),
    });
    const send = (people: People, organizationId: number, { actor, target, act }: Step) => {
      const { call } = people[actor]!;
      const path = `/organizations/${organizationId}/members/${people[target]!.id}`;
      if (act === 'leave') return call('PUT', '/organizations/assign', { organizationId, assign: false });
      return act === 'remove' ? call('DELETE', path) : call('PUT', path, { role: act });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
        const { id, people } = await withRoles('manager', 'manager', 'operator');
        for (const round of rounds) {
          const answers = await Promise.all(round.map((one) => send(people, id, one)));
          for (const { status } of answers) expect([200, 204, 403, 404, 409]).toContain(status);
          expect((await managersOf(id)).length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 15, seed: SEED },
    );
  });
});
