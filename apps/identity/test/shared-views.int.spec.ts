import { randomInt, randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemberRole } from '@portico/contracts/common/roles';
import { membershipChanged, organizationChanged, type MembershipState } from '@portico/contracts/events/orgs';
import type { User } from '@portico/contracts/http/identity';
import { MAX_PINNED_VIEWS, View, Views, type SharedWith } from '@portico/contracts/http/views';
import { type Call, eventually, outsideKafka, STARTING, stateMessage, waitersFor } from '@portico/testkit';
import { type Identity, startIdentity } from './identity.ts';

type Person = { call: Call; id: number };

describe('a shared view', () => {
  let identity: Identity;
  let manager: Person;
  let viewer: Person;
  let outsider: Person;
  let admin: Person;
  let staff: Person;

  beforeAll(async () => {
    identity = await startIdentity({}, { listens: true });
    manager = await identity.as('client');
    viewer = await identity.as('vendor');
    outsider = await identity.as('lead');
    staff = await identity.as('superadmin');
    admin = await administrator();
  }, STARTING);
  afterAll(() => identity?.stop());

  /** Signs in as an administrator. Sets the user type first, because the first sign-on creates a lead. */
  const administrator = async (): Promise<Person> => {
    const { id } = await identity.as('admin');
    expect((await staff.call('PATCH', `/users/${id}`, { usertype: 'ADMIN' })).status).toBe(200);
    return identity.as('admin');
  };
  const publish = async (...messages: { topic: string; message: ReturnType<typeof stateMessage> }[]) => {
    const producer = outsideKafka().producer();
    await producer.connect();
    for (const { topic, message } of messages) await producer.send({ topic, acks: -1, messages: [message] });
    await producer.disconnect();
  };
  const membershipOf = (organizationId: number, userId: number, change: Partial<MembershipState> = {}) => {
    const state: MembershipState = {
      id: organizationId + userId,
      version: 1,
      deletedAt: null,
      organizationId,
      userId,
      approved: true,
      role: 'viewer',
      ...change,
    };
    return { topic: membershipChanged.topic, message: stateMessage(membershipChanged, state) };
  };
  const organizationOf = (id: number, version = 1, deletedAt: string | null = null) => ({
    topic: organizationChanged.topic,
    message: stateMessage(organizationChanged, { id, version, name: `Organization ${id}`, deletedAt }),
  });

  const viewsOf = async ({ call }: Person): Promise<Views> => Views.parse((await call('GET', '/views')).body);
  const seenBy = async (person: Person, id: number) => (await viewsOf(person)).data.find((view) => view.id === id);
  const save = async ({ call }: Person, sharedWith: SharedWith, name = `View ${randomUUID()}`): Promise<View> => {
    const { status, body } = await call('POST', '/views', { name, search: { status: 'FAILURE' }, sharedWith });
    expect({ status, body }).toMatchObject({ status: 201 });
    return View.parse(body);
  };
  /** Creates an organization with a manager and another member, and resolves once identity knows both of them. */
  const organization = async (role: MemberRole = 'viewer'): Promise<number> => {
    const id = randomInt(70_000, 1_000_000_000);
    await publish(
      organizationOf(id),
      membershipOf(id, manager.id, { role: 'manager' }),
      membershipOf(id, viewer.id, { role }),
    );
    await eventually(async () => {
      const { status, body } = await manager.call('POST', '/views', { name: 'First', search: {}, sharedWith: id });
      return status === 201 && eventually(() => seenBy(viewer, (body as View).id));
    });
    return id;
  };

  it('belongs to an organization that user lists show only to administrators', async () => {
    const id = await organization();
    const { data } = (await admin.call('GET', '/users?limit=100')).body as { data: User[] };
    const expected = { id, name: `Organization ${id}` };
    expect(data.find((user) => user.id === viewer.id)?.organizations).toContainEqual(expected);
    expect(data.find((user) => user.id === outsider.id)?.organizations).toEqual([]);
    expect((await viewer.call('GET', '/users')).status).toBe(403);
  });

  it("is visible to its organization's members, and can be changed only by managers and administrators", async () => {
    const organizationId = await organization();
    const { id } = await save(manager, organizationId);
    expect(await seenBy(manager, id)).toMatchObject({ isOwn: true, mayChange: true, sharedWith: organizationId });
    expect(await seenBy(viewer, id)).toMatchObject({
      isOwn: false,
      mayChange: false,
      sharedWith: organizationId,
      organization: `Organization ${organizationId}`,
    });
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      expect(await viewer.call(method, `/views/${id}`, body)).toMatchObject({ status: 403 });
    expect((await admin.call('PATCH', `/views/${id}`, { name: 'By an admin' })).status).toBe(200);
    expect((await admin.call('PATCH', `/views/${id}`, { sharedWith: null })).status).toBe(403);
    expect((await manager.call('DELETE', `/views/${id}`)).status).toBe(204);
    expect(await seenBy(viewer, id)).toBeUndefined();
  });

  it('is not visible to outsiders, who cannot share views with its organization either', async () => {
    const organizationId = await organization();
    const { id } = await save(manager, organizationId);
    expect(await seenBy(outsider, id)).toBeUndefined();
    for (const [method, path, body] of [
      ['PATCH', `/views/${id}`, { name: 'Taken' }],
      ['DELETE', `/views/${id}`],
      ['PUT', `/views/${id}/place`, { place: 'pinned' }],
      ['POST', '/views', { name: 'Mine', search: {}, sharedWith: organizationId }],
    ] as const)
      expect(await outsider.call(method, path, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const unknown = { name: 'Nowhere', search: {}, sharedWith: 2_147_483_647 };
    expect((await admin.call('POST', '/views', unknown)).status).toBe(404);
  });

  it('can be shared by managers and administrators, not by viewers and operators', async () => {
    const organizationId = await organization('operator');
    const own = await save(viewer, null);
    expect((await viewer.call('PATCH', `/views/${own.id}`, { sharedWith: organizationId })).status).toBe(403);
    expect((await viewer.call('PATCH', `/views/${own.id}`, { sharedWith: 'staff' })).status).toBe(403);
    const { id } = await save(admin, organizationId);
    expect(await seenBy(viewer, id)).toMatchObject({ mayChange: false });
    expect(await seenBy(admin, id)).toMatchObject({ isOwn: true });
    expect((await admin.call('PATCH', `/views/${id}`, { sharedWith: null })).body).toMatchObject({ sharedWith: null });
    expect(await seenBy(viewer, id)).toBeUndefined();
  });

  it('is visible only to administrators if it is shared with the staff', async () => {
    const { id } = await save(admin, 'staff');
    expect(await seenBy(staff, id)).toMatchObject({ sharedWith: 'staff', isOwn: false, mayChange: true });
    expect(await seenBy(manager, id)).toBeUndefined();
    expect((await manager.call('DELETE', `/views/${id}`)).status).toBe(404);
    expect((await staff.call('DELETE', `/views/${id}`)).status).toBe(204);
  });

  it('disappears for a removed member, even for its creator', async () => {
    const organizationId = await organization();
    const { id } = await save(manager, organizationId);
    await publish(membershipOf(organizationId, viewer.id, { version: 2, deletedAt: '2026-01-01T00:00:00.000Z' }));
    await eventually(async () => (await seenBy(viewer, id)) === undefined);
    await publish(membershipOf(organizationId, manager.id, { version: 2, role: 'viewer' }));
    await eventually(async () => (await seenBy(manager, id)) === undefined);
    expect((await manager.call('PATCH', `/views/${id}`, { name: 'Mine' })).status).toBe(404);
    await publish(membershipOf(organizationId, manager.id, { version: 3, approved: false }));
    await eventually(async () => (await seenBy(manager, id)) === undefined);
    expect((await manager.call('DELETE', `/views/${id}`)).status).toBe(404);
  });

  it('is deleted with its organization', async () => {
    const organizationId = await organization();
    const { id } = await save(admin, organizationId);
    await publish(organizationOf(organizationId, 2, '2026-01-01T00:00:00.000Z'));
    await eventually(async () => (await seenBy(admin, id)) === undefined);
  });

  it('has a unique name in its organization, even after concurrent renames', async () => {
    const organizationId = await organization();
    const views = [await save(manager, organizationId), await save(admin, organizationId)];
    const name = `Both ${randomUUID()}`;
    const answers = await Promise.all([
      manager.call('PATCH', `/views/${views[0]?.id}`, { name }),
      admin.call('PATCH', `/views/${views[1]?.id}`, { name: name.toUpperCase() }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await save(manager, null, name);
  });

  it('stays when its creator is deleted, and then belongs to the person who takes it over', async () => {
    const organizationId = await organization();
    const { id } = await save(admin, organizationId);
    const own = await save(admin, null);
    expect((await staff.call('DELETE', `/users/${admin.id}`)).status).toBe(204);
    expect(await seenBy(manager, id)).toMatchObject({ isOwn: false, responsible: null });
    expect((await manager.call('POST', `/views/${id}/take-over`)).status).toBe(200);
    expect((await manager.call('PATCH', `/views/${id}`, { name: 'Ours' })).status).toBe(200);
    admin = await administrator();
    expect(await seenBy(admin, own.id)).toBeUndefined();
  });

  it('can be pinned by each user, who can pin up to 8 views including built-in views', async () => {
    const organizationId = await organization();
    const { id } = await save(manager, organizationId);
    const put = ({ call }: Person, view: string | number, place: string) =>
      call('PUT', `/views/${view}/place`, { place });
    expect((await viewsOf(viewer)).builtIn).toEqual({
      'failures-today': 'pinned',
      'late-arrivals': 'pinned',
      'by-integration': 'pinned',
      everything: 'pinned',
    });
    expect((await put(viewer, id, 'pinned')).status).toBe(204);
    expect(await seenBy(viewer, id)).toMatchObject({ place: 'pinned' });
    expect(await seenBy(manager, id)).toMatchObject({ place: 'listed' });
    expect((await put(viewer, 'everything', 'hidden')).status).toBe(204);
    expect((await viewsOf(viewer)).builtIn).toMatchObject({ everything: 'hidden', 'failures-today': 'pinned' });
    const own: View[] = [];
    for (let index = 0; index < MAX_PINNED_VIEWS; index++) own.push(await save(viewer, null));
    const answers = await Promise.all(own.map((view) => put(viewer, view.id, 'pinned')));
    // Four views are pinned already: three built-in views and one shared view.
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(MAX_PINNED_VIEWS - 4);
    expect(answers.find(({ status }) => status !== 204)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await put(viewer, 'nonsense', 'pinned')).status).toBe(400);
    expect((await put(viewer, id, 'somewhere')).status).toBe(400);
  });

  it('cannot be pinned while it is being deleted', async () => {
    const { id } = await save(manager, await organization());
    const em = identity.app.get(MikroORM).em.fork();
    const { pinning } = await em.transactional(async (held) => {
      await held.execute('delete from views where id = ?', [id]);
      const pinning = viewer.call('PUT', `/views/${id}/place`, { place: 'pinned' });
      await eventually(async () => (await waitersFor(held)) >= 1);
      return { pinning };
    });
    expect(await pinning).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
