import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { viewingUserOf } from '@portico/contracts/http/view-access';
import { type Answer, type Call, caller, eventually, outsideKafka, Publisher, STARTING } from '@portico/testkit';
import { decodeJwt } from 'jose';
import { type Identity, startIdentity } from './identity.ts';

type Viewed = { accessToken: string; user: { id: number; viewing: { sessionId: number } } };

describe('an administrator who views an organization', () => {
  let identity: Identity;
  let publisher: Publisher;
  let boss: { call: Call; id: number };
  let admin: { call: Call; id: number };
  beforeAll(async () => {
    identity = await startIdentity({}, { listens: true });
    publisher = new Publisher(outsideKafka());
    boss = await identity.as('superadmin');
    await boss.call('PATCH', `/users/${(await identity.as('admin')).id}`, { usertype: 'ADMIN' });
    admin = await identity.as('admin');
  }, STARTING);
  afterAll(async () => {
    await publisher.disconnect();
    await identity.stop();
  });

  const view = (call: Call, organizationId: number, reason: unknown = 'Ticket 4711'): Promise<Answer> =>
    call('POST', '/auth/view', { organizationId, reason });
  /** Publishes an organization whose manager permits views. `takeBack` revokes the permission. */
  const allowed = async (): Promise<{ organization: number; takeBack: () => Promise<void> }> => {
    const organization = randomInt(1_000_000, 7_000_000);
    const membership = { userId: viewingUserOf(organization) ?? 0, organizationId: organization };
    await publisher.organization(organization, { name: `Acme ${organization}` });
    await publisher.membership(organization, membership);
    return {
      organization,
      takeBack: () => publisher.membership(organization, { ...membership, deletedAt: new Date().toISOString() }),
    };
  };
  const begin = async (call: Call, organization: number): Promise<Viewed> => {
    const answer = await eventually(async () => {
      const each = await view(call, organization);
      return each.status === 200 && each;
    });
    return answer.body as Viewed;
  };
  const as = (token: string): Call => caller(identity.url, token);
  const untilRefused = (token: string): Promise<Answer> =>
    eventually(async () => {
      const answer = await as(token)('GET', '/auth');
      return answer.status === 401 && answer;
    });

  it("gets a token for the organization's viewing user, in which the administrator is named as the actor", async () => {
    const { organization } = await allowed();
    const { accessToken, user } = await begin(admin.call, organization);
    expect(decodeJwt(accessToken)).toMatchObject({
      sub: String(viewingUserOf(organization)),
      act: { sub: String(admin.id) },
      usertype: 'CLIENT',
    });
    expect(user).toMatchObject({
      usertype: 'CLIENT',
      viewing: { organization: `Acme ${organization}`, by: expect.any(String) },
    });
    expect((await as(accessToken)('GET', '/auth')).body).toMatchObject({ viewing: user.viewing });
  });

  it('cannot change anything on any endpoint, or start another view', async () => {
    const { organization } = await allowed();
    const call = as((await begin(admin.call, organization)).accessToken);
    const mutations = [
      ['PATCH', `/users/${admin.id}`],
      ['DELETE', `/users/${admin.id}`],
      ['POST', '/views'],
      ['DELETE', '/sessions'],
      ['POST', '/auth/view'],
    ] as const;
    for (const [method, path] of mutations)
      expect(await call(method, path, {})).toMatchObject({
        status: 403,
        body: { message: 'You are viewing as a customer, so nothing can be changed. End the view first.' },
      });
    for (const path of ['/users', '/sessions', `/users/${admin.id}`])
      expect([path, (await call('GET', path)).status]).toEqual([path, path === '/sessions' ? 200 : 403]);
  });

  it("needs a manager's permission, a reason, and the role of an administrator", async () => {
    const { organization, takeBack } = await allowed();
    await begin(admin.call, organization);
    expect((await view(admin.call, organization + 1)).status).toBe(403);
    expect((await view(admin.call, 2_000_000_000)).status).toBe(403);
    for (const reason of ['', ' a ', null, 'x'.repeat(501)])
      expect((await view(admin.call, organization, reason)).status).toBe(400);
    expect((await view((await identity.as('lead')).call, organization)).status).toBe(403);
    await takeBack();
    await eventually(async () => (await view(admin.call, organization)).status === 403);
  });

  it('is signed out within two seconds when the manager revokes the permission', async () => {
    const { organization, takeBack } = await allowed();
    const { accessToken } = await begin(admin.call, organization);
    await takeBack();
    const takenBackAt = performance.now();
    expect(await untilRefused(accessToken)).toMatchObject({ body: { code: 'session_ended' } });
    expect(performance.now() - takenBackAt).toBeLessThan(2_000);
    expect((await admin.call('GET', '/auth')).status).toBe(200);
  });

  it('can end the view, which non-administrators cannot do', async () => {
    const { organization } = await allowed();
    const { accessToken, user } = await begin(admin.call, organization);
    const path = `/sessions/${user.viewing.sessionId}`;
    expect((await (await identity.as('lead')).call('DELETE', path)).status).toBe(404);
    expect((await admin.call('DELETE', path)).status).toBe(204);
    await untilRefused(accessToken);
  });

  it('loses the view when the type of the administrator changes', async () => {
    const { organization } = await allowed();
    const vendor = await identity.as('vendor');
    await boss.call('PATCH', `/users/${vendor.id}`, { usertype: 'ADMIN' });
    const { accessToken } = await begin((await identity.as('vendor')).call, organization);
    await boss.call('PATCH', `/users/${vendor.id}`, { usertype: 'VENDOR' });
    await untilRefused(accessToken);
  });
});
