import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Member } from '@portico/contracts/http/members';
import { type Call, engines, read, STARTING } from '@portico/testkit';
import { accept, emailOf, invite, listed, managedOrganization, own, tokenOf } from './inviting.ts';
import { newId, type Orgs, startOrgs } from './orgs.ts';

describe('the members of an organization', () => {
  let orgs: Orgs;

  beforeAll(async () => {
    orgs = await startOrgs(engines());
  }, STARTING);
  afterAll(() => orgs.stop());

  const membersOf = (call: Call, id: number, query = ''): Promise<Page<Member>> =>
    read<Page<Member>>(call, `/organizations/${id}/members${query}`);
  const change = (call: Call, id: number, userId: number, body: object) =>
    call('PUT', `/organizations/${id}/members/${userId}`, body);
  const remove = (call: Call, id: number, userId: number) => call('DELETE', `/organizations/${id}/members/${userId}`);
  /** Creates an organization and a person who requests to join it. */
  const withRequest = async () => {
    const organization = await managedOrganization(orgs);
    const userId = newId();
    const person = await orgs.as('CLIENT', userId);
    await person('PUT', '/organizations/assign', { organizationId: organization.id, assign: true });
    return { ...organization, person, userId };
  };

  // spec: D.65
  it('are listed for a manager in pages, with open requests first', async () => {
    const { id, manager, managerId, userId } = await withRequest();
    const { data, count } = await membersOf(manager, id);
    expect(count).toBe(2);
    expect(data).toMatchObject([
      { userId, approved: false, role: 'viewer', user: null },
      { userId: managerId, approved: true, role: 'manager' },
    ]);
    expect(await membersOf(manager, id, '?approved=false&limit=1')).toEqual({ data: data.slice(0, 1), count: 1 });
    expect((await membersOf(manager, id, '?approved=true')).data).toEqual(data.slice(1));
    expect((await manager('GET', `/organizations/${id}/members?approved=perhaps`)).status).toBe(400);
  });

  it('can be approved by a manager with a role, even repeatedly', async () => {
    const { id, manager, person, userId } = await withRequest();
    expect((await change(manager, id, userId, { role: 'operator' })).status).toBe(409);
    for (let times = 0; times < 2; times += 1) {
      const answer = await change(manager, id, userId, { approved: true, role: 'operator' });
      expect(answer).toMatchObject({ status: 200, body: { userId, approved: true, role: 'operator' } });
    }
    expect(await own(person)).toMatchObject([{ approved: true, role: 'operator' }]);
    // Approval alone does not change the role.
    await change(manager, id, userId, { approved: true });
    expect(await own(person)).toMatchObject([{ role: 'operator' }]);
  });

  // spec: D.69
  it('can get another role from a manager, which applies immediately', async () => {
    const { id, manager, managerId, person, userId } = await withRequest();
    await change(manager, id, userId, { approved: true, role: 'manager' });
    expect((await membersOf(person, id)).count).toBe(2);
    expect((await change(person, id, managerId, { role: 'viewer' })).status).toBe(200);
    expect((await manager('GET', `/organizations/${id}/members`)).status).toBe(403);
    expect((await change(manager, id, managerId, { role: 'manager' })).status).toBe(403);
  });

  // spec: D.69
  it('include at least one manager, unless an administrator demotes the last manager', async () => {
    const { id, manager, managerId } = await managedOrganization(orgs);
    const refused = await change(manager, id, managerId, { role: 'operator' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await own(manager)).toMatchObject([{ role: 'manager' }]);
    expect((await change(await orgs.as('ADMIN'), id, managerId, { role: 'operator' })).status).toBe(200);
  });

  it('keep one of two managers who demote each other concurrently', async () => {
    const { id, manager, managerId, person, userId } = await withRequest();
    await change(manager, id, userId, { approved: true, role: 'manager' });
    const answers = await Promise.all([
      change(manager, id, userId, { role: 'viewer' }),
      change(person, id, managerId, { role: 'viewer' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const { data } = await membersOf(await orgs.as('ADMIN'), id);
    expect(data.filter(({ role }) => role === 'manager')).toHaveLength(1);
  });

  it('can be declined by a manager while they request to join', async () => {
    const { id, manager, person, userId } = await withRequest();
    expect((await remove(manager, id, userId)).status).toBe(204);
    expect(await own(person)).toEqual([]);
    expect((await remove(manager, id, userId)).status).toBe(404);
  });

  it('can be removed by a manager, lose access immediately, and may request to join again', async () => {
    const { id, manager, person, userId } = await withRequest();
    await change(manager, id, userId, { approved: true, role: 'manager' });
    const sent = await invite(person, id, emailOf(newId()), 'manager');
    expect((await remove(manager, id, userId)).status).toBe(204);
    expect(await own(person)).toEqual([]);
    for (const path of ['', '/members', '/invitations'])
      expect((await person('GET', `/organizations/${id}${path}`)).status).toBe(404);
    expect((await listed(manager, id)).find((one) => one.id === sent.id)?.state).toBe('revoked');
    await person('PUT', '/organizations/assign', { organizationId: id, assign: true });
    expect(await own(person)).toMatchObject([{ approved: false, role: 'viewer' }]);
  });

  // spec: D.69
  it.each(['viewer', 'operator'] as const)('are not accessible to a %s or a stranger', async (role) => {
    const { id, manager, person, userId } = await withRequest();
    const stranger = await orgs.as('CLIENT');
    const all = (call: Call) =>
      Promise.all([
        call('GET', `/organizations/${id}/members`),
        change(call, id, userId, { approved: true, role: 'manager' }),
        remove(call, id, userId),
      ]).then((answers) => answers.map(({ status }) => status));
    // A person who only requests to join gets the same responses as a stranger.
    expect(await all(person)).toEqual([404, 404, 404]);
    expect(await all(stranger)).toEqual([404, 404, 404]);
    await change(manager, id, userId, { approved: true, role });
    expect(await all(person)).toEqual([403, 403, 403]);
    expect((await change(manager, id, newId(), { role })).status).toBe(404);
    expect(await own(person)).toMatchObject([{ role }]);
  });

  it('lose the open invitations that they sent and received when they are demoted', async () => {
    const { id, manager, person, userId } = await withRequest();
    await change(manager, id, userId, { approved: true, role: 'manager' });
    // Sets the e-mail, as an event from identity would.
    await orgs.app
      .get(MikroORM)
      .em.fork()
      .execute('update users set email = ?, version = 1 where id = ?', [emailOf(userId), userId]);
    const sent = await invite(person, id, emailOf(newId()), 'manager');
    const received = await invite(manager, id, emailOf(userId), 'manager');
    await change(manager, id, userId, { role: 'operator' });
    const states = new Map((await listed(manager, id)).map((one) => [one.id, one.state]));
    expect(states.get(sent.id)).toBe('revoked');
    expect(states.get(received.id)).toBe('revoked');
    expect((await accept(person, tokenOf(received))).status).toBe(409);
  });
});
