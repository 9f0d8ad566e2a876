import { randomInt, randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import { viewHandover, type ViewHandoverState } from '@portico/contracts/events/identity';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import type { Responsibility } from '@portico/contracts/http/responsibilities';
import { View, Views, type SharedWith } from '@portico/contracts/http/views';
import { type Call, eventually, outsideKafka, read, readTopic, STARTING, stateMessage } from '@portico/testkit';
import { type Identity, startIdentity } from './identity.ts';

type Person = { call: Call; id: number };
const GONE = { deletedAt: '2026-01-01T00:00:00.000Z' };

let identity: Identity;
let staff: Person;
let manager: Person;
let viewer: Person;
let stranger: Person;
let handovers: Awaited<ReturnType<typeof readTopic>>;
let versions = 1;

beforeAll(async () => {
  identity = await startIdentity({}, { listens: true });
  handovers = await readTopic(viewHandover.topic);
  staff = await identity.as('superadmin');
  manager = await identity.as('client');
  viewer = await identity.as('vendor');
  stranger = await identity.as('lead');
}, STARTING);
afterAll(async () => {
  await handovers?.stop();
  await identity?.stop();
});
/** Unpins the viewer's views after each test, because a user can pin at most eight views. */
afterEach(async () => {
  for (const { id, place } of Views.parse((await viewer.call('GET', '/views')).body).data)
    if (place === 'pinned') await viewer.call('PUT', `/views/${id}/place`, { place: 'listed' });
});

const publish = async (topic: string, message: ReturnType<typeof stateMessage>): Promise<void> => {
  const producer = outsideKafka().producer();
  await producer.connect();
  await producer.send({ topic, acks: -1, messages: [message] });
  await producer.disconnect();
};
const member = (organizationId: number, userId: number, change: object): Promise<void> => {
  versions += 1;
  const state = { id: organizationId + userId, version: versions, deletedAt: null, organizationId, userId };
  return publish(
    membershipChanged.topic,
    stateMessage(membershipChanged, { ...state, approved: true, role: 'manager', ...change }),
  );
};
const organization = async (): Promise<number> => {
  const id = randomInt(70_000, 1_000_000_000);
  const state = { id, version: 1, name: `Organization ${id}`, deletedAt: null };
  await publish(organizationChanged.topic, stateMessage(organizationChanged, state));
  await member(id, manager.id, {});
  await member(id, viewer.id, { role: 'viewer' });
  return id;
};
const usertype = async (id: number, to: string): Promise<void> => {
  expect((await staff.call('PATCH', `/users/${id}`, { usertype: to })).status).toBe(200);
};
/** Sets the user type of the demo account, and signs in again because the change invalidates earlier tokens. */
const maker = async (to: 'ADMIN' | 'VENDOR'): Promise<Person> => {
  const { id } = await identity.as('admin');
  await usertype(id, to);
  return identity.as('admin');
};
const share = async ({ call }: Person, sharedWith: SharedWith): Promise<View> => {
  const body = { name: `View ${randomUUID()}`, search: { status: 'FAILURE' }, sharedWith };
  const made = await eventually(async () => {
    const answer = await call('POST', '/views', body);
    return answer.status === 201 && answer;
  });
  return View.parse(made.body);
};
const seenBy = async ({ call }: Person, id: number): Promise<View | undefined> =>
  Views.parse((await call('GET', '/views')).body).data.find((view) => view.id === id);

/** Unpins all views of a person. Several suites share the person in one database, and the number of pins is limited. */
const unpinAll = async ({ call }: Person): Promise<void> => {
  const { data } = Views.parse((await call('GET', '/views')).body);
  for (const { id } of data.filter(({ place }) => place === 'pinned'))
    await call('PUT', `/views/${id}/place`, { place: 'listed' });
};

type World = { organizationId: number; maker: Person; view: View };
/**
 * Creates a view that this person shares with an organization, and that the viewer pins. With `staff`, the person shares the view with the
 * staff, and no one pins it.
 */
async function world(by: 'manager' | 'admin' | 'staff'): Promise<World> {
  const organizationId = await organization();
  const person = await maker(by === 'manager' ? 'VENDOR' : 'ADMIN');
  if (by === 'manager') await member(organizationId, person.id, {});
  const view = await share(person, by === 'staff' ? 'staff' : organizationId);
  expect(view).toMatchObject({ responsible: { id: person.id }, needsOwnerSince: null });
  if (by !== 'staff') {
    await eventually(() => seenBy(viewer, view.id));
    await eventually(async () => (await seenBy(manager, view.id))?.mayChange);
    await unpinAll(viewer);
    expect((await viewer.call('PUT', `/views/${view.id}/place`, { place: 'pinned' })).status).toBe(204);
  }
  return { organizationId, maker: person, view };
}
const needs = (person: Person, { id }: View): Promise<View> =>
  eventually(async () => {
    const seen = await seenBy(person, id);
    return seen !== undefined && seen.needsOwnerSince !== null && seen;
  });
/** The published states that say whether a view needs a new owner. */
const handedOver = ({ id }: View): ViewHandoverState[] =>
  handovers.received
    .map(({ value }) => JSON.parse(value ?? '').data as ViewHandoverState)
    .filter((one) => one.id === id);
const remove = ({ maker: { id } }: World): Promise<unknown> => staff.call('DELETE', `/users/${id}`);
const before = (days: number, { id }: View): Promise<unknown> =>
  identity.app
    .get(MikroORM)
    .em.fork()
    .execute('update views set needs_owner_since = now() - make_interval(days => ?) where id = ?', [days, id]);

type Ending = readonly [string, 'manager' | 'admin' | 'staff', (one: World) => Promise<unknown>];
const ENDS: readonly Ending[] = [
  ["a manager's membership ends", 'manager', (one) => member(one.organizationId, one.maker.id, GONE)],
  [
    "a manager's membership loses its approval",
    'manager',
    (one) => member(one.organizationId, one.maker.id, { approved: false }),
  ],
  ['a manager becomes an operator', 'manager', (one) => member(one.organizationId, one.maker.id, { role: 'operator' })],
  ["a manager's account is deleted", 'manager', remove],
  [
    'an administrator who shared it with an organization becomes a vendor',
    'admin',
    (one) => usertype(one.maker.id, 'VENDOR'),
  ],
  ['the account of an administrator who shared it with an organization is deleted', 'admin', remove],
  [
    'an administrator who shared it with the staff becomes a vendor',
    'staff',
    (one) => usertype(one.maker.id, 'VENDOR'),
  ],
  ['the account of an administrator who shared it with the staff is deleted', 'staff', remove],
];
const ENDS_AND_TAKERS = ENDS.flatMap(([why, by, end]) =>
  (by === 'staff' ? (['administrator'] as const) : (['manager', 'administrator'] as const)).map(
    (takerRole) => [why, takerRole, by, end] as const,
  ),
);

describe('a shared view whose creator lost the right to share it', () => {
  it.each(ENDS_AND_TAKERS)('is hidden after %s, until another %s takes it over', async (_, takerRole, by, end) => {
    const one = await world(by);
    const { id } = one.view;
    const taker = takerRole === 'manager' ? manager : staff;
    const left = async ({ call }: Person) =>
      (await read<Page<Responsibility>>(call, `/views/responsible/${one.maker.id}`)).data.map((thing) => thing.id);
    expect(await left(taker)).toContain(id);
    for (const other of [viewer, stranger]) expect(await left(other)).toEqual([]);

    await end(one);
    await needs(by === 'staff' ? staff : manager, one.view);
    for (const other of [viewer, stranger]) {
      expect(await seenBy(other, id)).toBeUndefined();
      expect((await other.call('PUT', `/views/${id}/place`, { place: 'pinned' })).status).toBe(404);
      expect((await other.call('POST', `/views/${id}/take-over`)).status).toBe(404);
    }
    expect([401, 404]).toContain((await one.maker.call('POST', `/views/${id}/take-over`)).status);
    for (const [method, path, body] of [
      ['PATCH', `/views/${id}`, { name: 'Ours' }],
      ['PUT', `/views/${id}/place`, { place: 'pinned' }],
    ] as const)
      expect(await taker.call(method, path, body)).toMatchObject({
        status: 409,
        body: { message: 'This view needs a new owner. Take it over first.' },
      });

    const taken = await taker.call('POST', `/views/${id}/take-over`);
    expect(taken.body).toMatchObject({ needsOwnerSince: null, responsible: { id: taker.id }, isOwn: true });
    if (by !== 'staff') expect(await seenBy(viewer, id)).toMatchObject({ place: 'pinned', mayChange: false });
    const handovers = await eventually(() => handedOver(one.view).length === 2 && handedOver(one.view));
    const { name } = one.view;
    const organizationId = by === 'staff' ? null : one.organizationId;
    expect(handovers).toMatchObject([
      { name, organizationId, responsibleUserId: one.maker.id, needsOwnerSince: expect.any(String), deletedAt: null },
      { name, organizationId, responsibleUserId: taker.id, needsOwnerSince: null, deletedAt: null },
    ]);
    const second = takerRole === 'manager' ? staff : manager;
    expect([404, 409]).toContain((await second.call('POST', `/views/${id}/take-over`)).status);
  });

  it('is active again when the creator regains the right', async () => {
    const one = await world('manager');
    await member(one.organizationId, one.maker.id, { role: 'viewer' });
    await needs(manager, one.view);
    expect(await seenBy(one.maker, one.view.id)).toBeUndefined();
    await member(one.organizationId, one.maker.id, {});
    await eventually(async () => (await seenBy(viewer, one.view.id))?.place === 'pinned');
    expect(await seenBy(manager, one.view.id)).toMatchObject({
      needsOwnerSince: null,
      responsible: { id: one.maker.id },
    });
    const staffs = await world('staff');
    await usertype(staffs.maker.id, 'CLIENT');
    await needs(staff, staffs.view);
    await usertype(staffs.maker.id, 'ADMIN');
    expect(await seenBy(staff, staffs.view.id)).toMatchObject({ needsOwnerSince: null });
  });

  it('is deleted after seven days', async () => {
    const one = await world('manager');
    await member(one.organizationId, one.maker.id, GONE);
    await needs(manager, one.view);
    await before(6, one.view);
    const other = await world('admin');
    await usertype(other.maker.id, 'VENDOR');
    await before(8, other.view);
    await eventually(async () => (await seenBy(manager, other.view.id)) === undefined);
    expect((await manager.call('POST', `/views/${other.view.id}/take-over`)).status).toBe(404);
    await eventually(() => handedOver(other.view).at(-1)?.deletedAt != null);
    expect((await manager.call('DELETE', `/views/${one.view.id}`)).status).toBe(204);
    await eventually(() => handedOver(one.view).at(-1)?.deletedAt != null);
  });

  it('is listed for administrators if no manager remains', async () => {
    const one = await world('manager');
    await member(one.organizationId, manager.id, GONE);
    expect(await seenBy(staff, one.view.id)).toBeUndefined();
    await member(one.organizationId, one.maker.id, GONE);
    await needs(staff, one.view);
    expect((await staff.call('POST', `/views/${one.view.id}/take-over`)).status).toBe(200);
  });
});
