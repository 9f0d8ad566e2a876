import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membershipChanged, type MembershipState } from '@portico/contracts/events/orgs';
import { VIEW_WITHOUT_END, viewingUserOf } from '@portico/contracts/http/view-access';
import { type Call, engines, eventually, readTopic, STARTING } from '@portico/testkit';
import { ViewAccess } from '../src/view-access/view-access.entity.ts';
import { newId, newOrganization, type Orgs, startOrgs, unique } from './orgs.ts';

describe('view access to an organization', () => {
  let orgs: Orgs;
  let admin: Call;
  beforeAll(async () => {
    orgs = await startOrgs(engines());
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(() => orgs.stop());

  /** Creates an organization with a manager and a viewer. */
  const world = async () => {
    const [managerId, viewerId] = [newId(), newId()];
    const [manager, viewer] = [await orgs.as('CLIENT', managerId), await orgs.as('CLIENT', viewerId)];
    const { body } = await manager('POST', '/organizations', { name: unique('Northwind') });
    const { id } = body as { id: number };
    const users = [managerId, viewerId].map((userId) => ({ id: userId, approved: true }));
    await admin('PUT', '/organizations/assign-many', { organizationId: id, users });
    return {
      id,
      manager,
      managerId,
      viewer,
      viewerId,
      path: `/organizations/${id}/view-access`,
      viewing: viewingUserOf(id) ?? 0,
    };
  };
  const statesOf = async (userId: number): Promise<MembershipState[]> => {
    const topic = await readTopic(membershipChanged.topic);
    const states = await eventually(() => {
      const found = topic.received
        .map(({ value }) => (JSON.parse(value ?? '{}') as { data: MembershipState }).data)
        .filter((state) => state.userId === userId);
      return found.length > 0 && found;
    });
    await topic.stop();
    return states;
  };

  it('is granted by a manager for the chosen hours, as a read-only membership', async () => {
    const { manager, path, viewing, id } = await world();
    expect((await manager('GET', path)).body).toEqual({ until: null, allowedBy: null });
    const { status, body } = await manager('PUT', path, { hours: 8 });
    expect(status).toBe(200);
    expect(Date.parse((body as { until: string }).until) - Date.now()).toBeLessThanOrEqual(8 * 3_600_000);
    expect(await statesOf(viewing)).toEqual([
      expect.objectContaining({ organizationId: id, approved: true, role: 'viewer', deletedAt: null }),
    ]);
    await manager('PUT', path, { hours: 24 });
    expect(await statesOf(viewing)).toHaveLength(1);
  });

  it('can be changed from hours to no end, and back to hours', async () => {
    const { manager, path, viewing } = await world();
    await manager('PUT', path, { hours: 1 });
    expect((await manager('PUT', path, { hours: 'always' })).body).toMatchObject({ until: VIEW_WITHOUT_END });
    expect((await manager('GET', path)).body).toMatchObject({ until: VIEW_WITHOUT_END });
    const { body } = await manager('PUT', path, { hours: 1 });
    expect(Date.parse((body as { until: string }).until) - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(await statesOf(viewing)).toHaveLength(1);
  });

  it.each([2, 0, -1, '8', null, 'forever', 1_000_000])('is not granted for %j hours', async (hours) => {
    const { manager, path } = await world();
    expect((await manager('PUT', path, { hours })).status).toBe(400);
  });

  it('cannot be granted by other members, by administrators to themselves, or by strangers', async () => {
    const { viewer, path } = await world();
    for (const hours of [1, 'always']) {
      expect((await viewer('PUT', path, { hours })).status).toBe(403);
      expect((await admin('PUT', path, { hours })).status).toBe(403);
    }
    expect((await (await orgs.as('CLIENT'))('PUT', path, { hours: 1 })).status).toBe(404);
    expect((await (await orgs.as('CLIENT'))('DELETE', path)).status).toBe(404);
    expect((await viewer('DELETE', path)).status).toBe(403);
  });

  it("cannot be granted by saving the organization's list of users, and is not shown in the list of members", async () => {
    const { id, manager, path, viewing } = await world();
    const list = (users: object[]) => admin('PUT', '/organizations/assign-many', { organizationId: id, users });
    expect((await list([{ id: viewing, approved: true }])).status).toBe(404);
    await manager('PUT', path, { hours: 1 });
    const { data } = (await manager('GET', `/organizations/${id}/members`)).body as { data: { userId: number }[] };
    expect(data.map(({ userId }) => userId)).not.toContain(viewing);
    for (const method of ['PUT', 'DELETE'])
      expect((await manager(method, `/organizations/${id}/members/${viewing}`, { role: 'manager' })).status).toBe(404);
    expect((await list(data.map(({ userId }) => ({ id: userId, approved: true })))).status).toBe(200);
    expect((await manager('GET', path)).body).toMatchObject({ until: expect.any(String) });
    const [last] = (await statesOf(viewing)).slice(-1);
    expect(last?.deletedAt).toBeNull();
  });

  it.each([
    ['a manager', 1],
    ['a manager', 'always'],
    ['an administrator', 'always'],
    ['time', 1],
  ])('is ended by %s, together with its membership (hours granted: %s)', async (by, hours) => {
    const { id, manager, path, viewing } = await world();
    await manager('PUT', path, { hours });
    if (by === 'time')
      await orgs.app.get(MikroORM).em.fork().nativeUpdate(ViewAccess, { organizationId: id }, { until: new Date() });
    else expect((await (by === 'a manager' ? manager : admin)('DELETE', path)).status).toBe(204);
    await eventually(async () => (await statesOf(viewing)).some(({ deletedAt }) => deletedAt !== null));
    expect((await manager('GET', path)).body).toEqual({ until: null, allowedBy: null });
  });

  it.each(['loses the role', 'leaves the organization'])('ends when the manager who granted it %s', async (how) => {
    const { id, manager, managerId, viewer, viewerId, path, viewing } = await world();
    const isOfManager = async () => ((await admin('GET', path)).body as { until: string | null }).until !== null;
    await manager('PUT', path, { hours: 'always' });
    expect((await admin('PUT', `/organizations/${id}/members/${viewerId}`, { role: 'manager' })).status).toBe(200);
    expect(await isOfManager()).toBe(true);
    const users = [{ id: viewerId, approved: true }];
    await (how === 'loses the role'
      ? admin('PUT', `/organizations/${id}/members/${managerId}`, { role: 'operator' })
      : admin('PUT', '/organizations/assign-many', { organizationId: id, users }));
    await eventually(async () => !(await isOfManager()));
    await eventually(async () => (await statesOf(viewing)).some(({ deletedAt }) => deletedAt !== null));
    // Another manager may grant the access again.
    expect((await viewer('PUT', path, { hours: 'always' })).status).toBe(200);
    await eventually(async () => (await statesOf(viewing)).at(-1)?.deletedAt === null);
  });

  it('ends with the organization', async () => {
    const { id, manager, path, viewing } = await world();
    await manager('PUT', path, { hours: 1 });
    await admin('DELETE', `/organizations/${id}`);
    await eventually(async () => (await statesOf(viewing)).some(({ deletedAt }) => deletedAt !== null));
    expect((await admin('GET', path)).body).toEqual({ until: null, allowedBy: null });
    expect(await newOrganization(admin)).toBeGreaterThan(id);
  });
});
