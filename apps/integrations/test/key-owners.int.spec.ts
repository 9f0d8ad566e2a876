import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import { keyChanged, keyHandover, type KeyHandoverState, type KeyState } from '@portico/contracts/events/integrations';
import type { CreatedKey, IntegrationKey } from '@portico/contracts/http/integration-keys';
import type { Publisher } from '@portico/contracts/http/integration-publishers';
import type { Responsibility } from '@portico/contracts/http/responsibilities';
import { type Call, eventually, read, readTopic, STARTING } from '@portico/testkit';
import fc from 'fast-check';
import { type Integrations, newId, type Row, startIntegrations } from './integrations.ts';

type Keys = { data: IntegrationKey[] };
type Person = { id: number; email: string; call: Call };
const GONE = { deletedAt: new Date().toISOString() };

let integrations: Integrations;
let states: Awaited<ReturnType<typeof readTopic>>;
let handovers: Awaited<ReturnType<typeof readTopic>>;
let versions = 1;

beforeAll(async () => {
  integrations = await startIntegrations();
  states = await readTopic(keyChanged.topic);
  handovers = await readTopic(keyHandover.topic);
}, STARTING);
afterAll(async () => {
  await states?.stop();
  await handovers?.stop();
  await integrations?.stop();
});

const next = (): number => {
  versions += 1;
  return versions;
};

/** Creates an integration, a manager who stays, and a user with the given right who creates a key. */
async function world(by: 'publisher' | 'manager' | 'admin') {
  const organizationId = await integrations.newOrganization();
  const { body } = await integrations.admin('POST', '/integrations', { name: `owned ${newId()}`, organizationId });
  const integration = (body as Row).id;
  const path = `/integrations/${integration}`;
  const manager = await integrations.user();
  await integrations.member({ userId: manager.id, organizationId, role: 'manager' });
  const maker = await integrations.user(by === 'admin' ? { usertype: 'ADMIN' } : {});
  const membership = newId();
  const member = (change: object): Promise<void> =>
    integrations.member({
      id: membership,
      userId: maker.id,
      organizationId,
      role: 'manager',
      version: next(),
      ...change,
    });
  if (by === 'manager') await member({});
  await knows(manager, path);
  await known(maker.id);
  let publisher: Publisher | null = null;
  if (by === 'publisher')
    publisher = (await manager.call('POST', `${path}/publishers`, { email: maker.email })).body as Publisher;
  await knows(maker, path);
  const { key: text, ...key } = (await maker.call('POST', `${path}/keys`, { label: 'made' })).body as CreatedKey;
  return { organizationId, path, manager, maker, member, publisher, key, text };
}
type World = Awaited<ReturnType<typeof world>>;

const knows = ({ call }: Person, path: string): Promise<unknown> =>
  eventually(async () => (await call('GET', `${path}/connect`)).status === 200);
const known = (id: number): Promise<unknown> =>
  eventually(
    async () =>
      (await integrations.app.get(MikroORM).em.fork().execute('select 1 from users where id = ?', [id])).length > 0,
  );
const user = (maker: Person, change: object): Promise<unknown> =>
  integrations.user({ id: maker.id, email: maker.email, version: next(), ...change });

const isAccepted = async ({ key, text }: World): Promise<boolean> => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: key.keyId, client_secret: text });
  return (await fetch(`${await integrations.app.getUrl()}/oauth/token`, { method: 'POST', body })).status === 200;
};
/** The published states of a key. */
const published = ({ key }: World): KeyState[] =>
  states.received
    .map(({ value }) => JSON.parse(value ?? '').data as KeyState)
    .filter(({ keyId }) => keyId === key.keyId);
/** The published handover states of a key. */
const handedOver = ({ key }: World): KeyHandoverState[] =>
  handovers.received
    .map(({ value }) => JSON.parse(value ?? '').data as KeyHandoverState)
    .filter(({ id }) => id === key.id);
const stops = (one: World): Promise<unknown> => eventually(async () => !(await isAccepted(one)), 5_000);
const listed = async ({ path, manager, key }: World): Promise<IntegrationKey | undefined> =>
  (await read<Keys>(manager.call, `${path}/keys`)).data.find(({ keyId }) => keyId === key.keyId);

type Ending = readonly [string, 'publisher' | 'manager' | 'admin', (one: World) => Promise<unknown>];
const ENDS: readonly Ending[] = [
  [
    'a publisher is removed',
    'publisher',
    ({ manager, path, publisher }) => manager.call('DELETE', `${path}/publishers/${publisher?.id}`),
  ],
  ["a publisher's account is deleted", 'publisher', ({ maker }) => user(maker, GONE)],
  ['a membership is removed', 'manager', ({ member }) => member(GONE)],
  ['a membership is not approved', 'manager', ({ member }) => member({ approved: false })],
  ['a manager becomes operator', 'manager', ({ member }) => member({ role: 'operator' })],
  ["a manager's account is deleted", 'manager', ({ maker }) => user(maker, GONE)],
  ['an administrator becomes client', 'admin', ({ maker }) => user(maker, { usertype: 'CLIENT' })],
  ["an administrator's account is deleted", 'admin', ({ maker }) => user(maker, { usertype: 'ADMIN', ...GONE })],
];

describe('a key whose creator loses the right to connect the integration', () => {
  it.each(ENDS)('is rejected because %s, until a person with the right takes it over', async (_, by, end) => {
    const one = await world(by);
    expect(await isAccepted(one)).toBe(true);
    expect(one.key.responsible?.id).toBe(one.maker.id);
    const left = async (call: Call) =>
      (await read<Page<Responsibility>>(call, `/integrations/responsible/${one.maker.id}`)).data.map(({ id }) => id);
    expect(await left(one.manager.call)).toEqual([one.key.id]);
    expect(await left((await integrations.user()).call)).toEqual([]);
    const endedAt = Date.now();
    await end(one);
    await stops(one);
    expect(Date.now() - endedAt).toBeLessThan(5_000);
    expect((await eventually(() => published(one)[1]))?.deletedAt).toEqual(expect.any(String));
    expect(await listed(one)).toMatchObject({ needsOwnerSince: expect.any(String), responsible: { id: one.maker.id } });
    const path = `${one.path}/keys/${one.key.keyId}`;
    const { call: stranger } = await integrations.user();
    expect((await stranger('POST', `${path}/take-over`)).status).toBe(404);
    if (by !== 'admin') expect([401, 404]).toContain((await one.maker.call('POST', `${path}/take-over`)).status);
    expect((await one.manager.call('POST', `${path}/rotate`, {})).body).toMatchObject({
      message: 'This key needs a new owner. Take it over first.',
    });
    const taken = await one.manager.call('POST', `${path}/take-over`);
    expect(taken.body).toMatchObject({ needsOwnerSince: null, responsible: { id: one.manager.id } });
    expect(await isAccepted(one)).toBe(true);
    expect((await eventually(() => published(one)[2]))?.deletedAt).toBeNull();
    const handovers = await eventually(() => handedOver(one).length === 2 && handedOver(one));
    const { id, label } = one.key;
    expect(handovers).toMatchObject([
      { id, label, version: 2, responsibleUserId: one.maker.id, needsOwnerSince: expect.any(String), deletedAt: null },
      { id, label, version: 3, responsibleUserId: one.manager.id, needsOwnerSince: null, deletedAt: null },
    ]);
  });

  it('is revoked after seven days', async () => {
    const one = await world('manager');
    await one.member(GONE);
    await stops(one);
    const em = integrations.app.get(MikroORM).em.fork();
    const before = (days: number) =>
      em.execute(`update integration_keys set needs_owner_since = now() - make_interval(days => ?) where key_id = ?`, [
        days,
        one.key.keyId,
      ]);
    await before(6);
    expect(await listed(one)).toMatchObject({ state: 'active' });
    await before(8);
    await eventually(async () => (await listed(one))?.state === 'revoked');
    expect((await one.manager.call('POST', `${one.path}/keys/${one.key.keyId}/take-over`)).status).toBe(409);
    expect((await eventually(() => handedOver(one)[1])).deletedAt).toEqual(expect.any(String));
  });

  it("counts toward the integration's limit of five keys", async () => {
    const one = await world('manager');
    await one.member(GONE);
    await stops(one);
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await one.manager.call('POST', `${one.path}/keys`, { label: 'more' })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 409]);
  });

  it('is accepted only while its creator has the right, in any order of changes', async () => {
    const CHANGES = {
      remove: (one: World) => one.member(GONE),
      lower: (one: World) => one.member({ role: 'viewer' }),
      restore: (one: World) => one.member({}),
      promote: ({ maker }: World) => user(maker, { usertype: 'ADMIN' }),
      demote: ({ maker }: World) => user(maker, { usertype: 'VENDOR' }),
    } as const;
    const change = fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 8 }), async (changes) => {
        const one = await world('manager');
        const right = { member: true, admin: false };
        for (const what of changes) {
          await CHANGES[what](one);
          if (what === 'promote' || what === 'demote') right.admin = what === 'promote';
          else right.member = what === 'restore';
          const expected = right.member || right.admin;
          await eventually(async () => (await isAccepted(one)) === expected, 10_000);
        }
        await one.member({});
        await user(one.maker, { usertype: 'VENDOR' });
        await eventually(async () => (await isAccepted(one)) && (await listed(one))?.needsOwnerSince === null);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
