import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SessionEnd, sessionEnded } from '@portico/contracts/events/identity';
import type { SessionRow } from '@portico/contracts/http/sessions';
import { type Answer, caller, eventually, readTopic, STARTING } from '@portico/testkit';
import { decodeJwt } from 'jose';
import { SignedIn } from '../src/sessions/session.entity.ts';
import { type Browser, browserOf, browsersAt, nameOf, newEmail } from './browsers.ts';
import { type Identity, type IdentityApp, startIdentity, startIdentityApp } from './identity.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

const HOUR = 3_600_000;

describe('sessions', () => {
  let provider: TestProvider;
  let identity: IdentityApp;
  let at: ReturnType<typeof browsersAt>;
  let local: Identity;
  beforeAll(async () => {
    [provider, local] = await Promise.all([startTestProvider(), startIdentity()]);
    identity = await startIdentityApp(provider.issuer);
    at = browsersAt(identity.url, provider);
  }, STARTING);
  afterAll(async () => {
    await Promise.all([identity.stop(), local.stop()]);
    await provider.stop();
  });

  const enter = (email: string): Promise<Response> => at.enter(email);
  const signIn = (email: string): Promise<Browser> => at.signIn(email);
  const renew = (cookie: string): Promise<Response> => at.renew(cookie);
  const list = async ({ token }: Browser): Promise<SessionRow[]> =>
    ((await caller(identity.url, token)('GET', '/sessions')).body as { data: SessionRow[] }).data;
  const end = (by: string, id: number): Promise<Answer> => caller(identity.url, by)('DELETE', `/sessions/${id}`);
  const age = async ({ session }: Browser, ages: { started?: number; used?: number }): Promise<void> => {
    const em = identity.app.get(MikroORM).em.fork();
    await em.nativeUpdate(
      SignedIn,
      { id: session },
      {
        ...(ages.started !== undefined && { startedAt: new Date(Date.now() - ages.started) }),
        ...(ages.used !== undefined && { lastUsedAt: new Date(Date.now() - ages.used) }),
      },
    );
  };
  const untilRefused = (token: string): Promise<Answer> =>
    eventually(async () => {
      const answer = await caller(identity.url, token)('GET', '/auth');
      return answer.status === 401 && answer;
    });

  it('begin at the sign-in, and show device, network, times and provider', async () => {
    const email = newEmail();
    const response = await enter(email);
    const [header = ''] = response.headers.getSetCookie();
    expect(header).toMatch(
      /^portico_session_\d+=\d+\.[\w-]{43}; Path=\/auth; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const browser = await browserOf(response);
    await signIn(email);
    const rows = await list(browser);
    expect(rows).toHaveLength(2);
    expect(rows.find(({ isCurrent }) => isCurrent)).toEqual({
      id: browser.session,
      device: 'Firefox on Linux',
      address: '203.0.113.0/24',
      startedAt: expect.any(String),
      lastUsedAt: expect.any(String),
      signedInBy: provider.issuer,
      isCurrent: true,
    });
  });

  it('are renewed with only the cookie, even by two tabs concurrently', async () => {
    const browser = await signIn(newEmail());
    await age(browser, { used: HOUR });
    const renewed = await Promise.all([renew(browser.cookie), renew(browser.cookie)]);
    for (const response of renewed) {
      expect(response.status).toBe(200);
      expect((await browserOf(response)).session).toBe(browser.session);
    }
    const [row] = await list(browser);
    expect(Date.parse(row?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - HOUR / 2);
  });

  it.each<[string, (browser: Browser) => string, string]>([
    ['no cookie', () => '', 'unauthenticated'],
    ['a cookie without a secret', ({ cookie, session }) => `${nameOf(cookie)}=${session}`, 'unauthenticated'],
    ['a product token in the cookie', ({ cookie, token }) => `${nameOf(cookie)}=${token}`, 'unauthenticated'],
    ['a wrong secret', ({ cookie, session }) => `${nameOf(cookie)}=${session}.${'A'.repeat(43)}`, 'session_ended'],
    [
      'the id of another session',
      ({ cookie, session }) => cookie.replace(`=${session}.`, `=${session - 1}.`),
      'session_ended',
    ],
    ['an id that is too large', ({ cookie }) => `${nameOf(cookie)}=99999999999.${'A'.repeat(43)}`, 'unauthenticated'],
  ])('are not renewed by a request with %s', async (_, forge, code) => {
    await signIn(newEmail());
    const response = await renew(forge(await signIn(newEmail())));
    expect([response.status, await response.json()]).toMatchObject([401, { code }]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    [
      'idle for 12 hours',
      { used: 12 * HOUR },
      'Your session has ended: it was not used for 12 hours. Please sign in again.',
    ],
    [
      'seven days old',
      { started: 168 * HOUR, used: HOUR },
      'Your session has ended: it began more than 7 days ago. Please sign in again.',
    ],
  ])('are rejected once they are %s', async (_, ages, message) => {
    const browser = await signIn(newEmail());
    await age(browser, ages);
    const response = await renew(browser.cookie);
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'session_ended', message }]);
    expect(await list(browser)).toEqual([]);
  });

  it('limit the lifetime of a renewed token to the rest of the session', async () => {
    const browser = await signIn(newEmail());
    await age(browser, { started: 168 * HOUR - 60_000 });
    const { token } = await browserOf(await renew(browser.cookie));
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBeGreaterThan(30);
    expect(exp - iat).toBeLessThanOrEqual(60);
  });

  it('can be ended individually, and then have no valid or renewable token', async () => {
    const email = newEmail();
    const [mine, other] = [await signIn(email), await signIn(email)];
    expect((await end(mine.token, other.session)).status).toBe(204);
    expect(await untilRefused(other.token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await renew(other.cookie)).status).toBe(401);
    expect((await end(mine.token, other.session)).status).toBe(404);
    expect((await list(mine)).map(({ id }) => id)).toEqual([mine.session]);
    const topic = await readTopic(sessionEnded.topic);
    const published = await eventually(() =>
      topic.received
        .map(({ value }) => (JSON.parse(value ?? '{}') as { data: SessionEnd }).data)
        .find(({ id }) => id === other.session),
    );
    await topic.stop();
    expect(published).toMatchObject({ userId: mine.user.id, version: 1 });
  });

  it('can all be ended except for the current session', async () => {
    const email = newEmail();
    const [mine, second, third] = [await signIn(email), await signIn(email), await signIn(email)];
    expect((await caller(identity.url, mine.token)('DELETE', '/sessions')).status).toBe(204);
    await Promise.all([second, third].map(({ token }) => untilRefused(token)));
    expect((await renew(mine.cookie)).status).toBe(200);
  });

  it('end at a sign-out that sends only the cookie', async () => {
    const browser = await signIn(newEmail());
    const response = await fetch(`${identity.url}/auth`, { method: 'DELETE', headers: { cookie: browser.cookie } });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portico_session_\d+=; Path=\/auth; Max-Age=0/),
    ]);
    await untilRefused(browser.token);
    expect((await renew(browser.cookie)).status).toBe(401);
  });

  it('do not end at a sign-out with a forged cookie', async () => {
    const browser = await signIn(newEmail());
    const cookie = `${nameOf(browser.cookie)}=${browser.session}.${'A'.repeat(43)}`;
    expect((await fetch(`${identity.url}/auth`, { method: 'DELETE', headers: { cookie } })).status).toBe(204);
    expect((await renew(browser.cookie)).status).toBe(200);
  });

  it('can be read and ended only by their user and by administrators', async () => {
    const [mine, other] = [await signIn(newEmail()), await signIn(newEmail())];
    expect((await end(mine.token, other.session)).status).toBe(404);
    expect((await end(mine.token, 2_000_000_000)).status).toBe(404);
    expect((await end(mine.token, 0)).status).toBe(400);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await caller(identity.url, mine.token)(method, `/users/${other.user.id}/sessions`)).status).toBe(403);
    expect((await renew(other.cookie)).status).toBe(200);
  });

  it('can be ended by administrators, unless the user is a super admin', async () => {
    const boss = await local.as('superadmin');
    await boss.call('PATCH', `/users/${(await local.as('admin')).id}`, { usertype: 'ADMIN' });
    const admin = await local.as('admin');
    const [first, second] = [await signIn(newEmail()), await signIn(newEmail())];
    const path = `/users/${first.user.id}/sessions`;
    expect((await admin.call('GET', path)).body).toMatchObject({ data: [{ id: first.session, isCurrent: false }] });
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect((await admin.call('DELETE', `/sessions/${second.session}`)).status).toBe(204);
    await Promise.all([first, second].map(({ token }) => untilRefused(token)));
    const bossSession = Number(decodeJwt(boss.token)['sid']);
    expect((await admin.call('DELETE', `/sessions/${bossSession}`)).status).toBe(404);
    expect((await admin.call('GET', `/users/${boss.id}/sessions`)).status).toBe(404);
    expect((await admin.call('DELETE', `/users/${boss.id}/sessions`)).status).toBe(404);
  });

  it("are not renewed after the user is deleted or the user's sign-on is reset", async () => {
    const boss = await local.as('superadmin');
    const [deleted, reset] = [await signIn(newEmail()), await signIn(newEmail())];
    await boss.call('DELETE', `/users/${deleted.user.id}`);
    await boss.call('DELETE', `/users/${reset.user.id}/sign-on`);
    for (const { cookie } of [deleted, reset]) expect((await renew(cookie)).status).toBe(401);
  });

  it("are renewed with the user's current role", async () => {
    const boss = await local.as('superadmin');
    const browser = await signIn(newEmail());
    await boss.call('PATCH', `/users/${browser.user.id}`, { usertype: 'CLIENT' });
    await untilRefused(browser.token);
    expect(await (await renew(browser.cookie)).json()).toMatchObject({ user: { usertype: 'CLIENT' } });
  });

  it('leave no valid token if they end during renewals', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = newEmail();
      const [mine, other] = [await signIn(email), await signIn(email)];
      const [first, ended, second] = await Promise.all([
        renew(other.cookie),
        end(mine.token, other.session),
        renew(other.cookie),
      ]);
      expect(ended.status).toBe(204);
      for (const response of [first, second]) if (response.ok) await untilRefused((await browserOf(response)).token);
      expect((await renew(other.cookie)).status).toBe(401);
    }
  });
});
