import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, caller, eventually, STARTING } from '@portico/testkit';
import { startIdentityProvider } from '@portico/stack/identity-provider';
import { createBrowser, discover, signIn as signInAt } from '@portico/stack/sign-in';
import { generateKeyPair } from 'jose';
import { type Browser, browserOf, browsersAt, newEmail } from './browsers.ts';
import { AUDIENCE, type IdentityApp, startIdentityApp } from './identity.ts';
import { type Making, startTestProvider, type TestProvider } from './test-provider.ts';

const CLIENT = 'portico-console';
const CONSOLE = 'http://localhost:3999';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

describe('a logout token of the provider', () => {
  let provider: TestProvider;
  let identity: IdentityApp;
  let at: ReturnType<typeof browsersAt>;
  beforeAll(async () => {
    provider = await startTestProvider();
    identity = await startIdentityApp(provider.issuer);
    at = browsersAt(identity.url, provider);
  }, STARTING);
  afterAll(async () => {
    await identity.stop();
    await provider.stop();
  });

  const subjectOf = (email: string): string => `provider|${JSON.stringify(email)}`;
  const logoutOf = (subject: string | null, { claims, ...making }: Making = {}): Promise<string> =>
    provider.sign({
      subject,
      audience: CLIENT,
      expiresAt: '2 minutes',
      ...making,
      claims: { jti: randomUUID(), events: { [EVENT]: {} }, ...claims },
    });
  const send = async (token: string): Promise<{ status: number; body: string; cache: string | null }> => {
    const body = new URLSearchParams({ logout_token: token });
    const response = await fetch(`${identity.url}/auth/provider-logout`, { method: 'POST', body });
    return { status: response.status, body: await response.text(), cache: response.headers.get('cache-control') };
  };
  const signIn = async (email: string, sid?: string): Promise<Browser> =>
    browserOf(await at.enter(email, sid === undefined ? {} : { sid }));
  const renewals = async (...browsers: Browser[]): Promise<number[]> =>
    (await Promise.all(browsers.map(({ cookie }) => at.renew(cookie)))).map(({ status }) => status);
  const statusOf = async ({ token }: Browser): Promise<Answer> => caller(identity.url, token)('GET', '/auth');

  it("ends the sessions of its subject only, and invalidates the sessions' tokens within two seconds", async () => {
    const [email, another] = [newEmail(), newEmail()];
    const [one, two, other] = [await signIn(email), await signIn(email), await signIn(another)];
    const sentAt = performance.now();
    expect(await send(await logoutOf(subjectOf(email)))).toMatchObject({ status: 204, cache: 'no-store' });
    expect(await renewals(one, two, other)).toEqual([401, 401, 200]);
    await eventually(async () => (await statusOf(one)).status === 401);
    expect(performance.now() - sentAt).toBeLessThan(2_000);
    expect(await statusOf(two)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect((await statusOf(other)).status).toBe(200);
    expect(await renewals(await signIn(email))).toEqual([200]);
  });

  it('ends the session that has its sid, and the sessions of its subject that have no sid', async () => {
    const email = newEmail();
    const [ended, active, unknown] = [await signIn(email, 'first'), await signIn(email, 'second'), await signIn(email)];
    expect((await send(await logoutOf(subjectOf(email), { claims: { sid: 'first' } }))).status).toBe(204);
    expect(await renewals(ended, active, unknown)).toEqual([401, 200, 401]);
  });

  it('ends only the session with its sid if it names no subject', async () => {
    const [sid, email] = [randomUUID(), newEmail()];
    const [ended, active] = [await signIn(email, sid), await signIn(email)];
    expect((await send(await logoutOf(null, { claims: { sid } }))).status).toBe(204);
    expect(await renewals(ended, active)).toEqual([401, 200]);
  });

  it('ends no session if its subject has no account or the sid belongs to another subject', async () => {
    const [sid, email] = [randomUUID(), newEmail()];
    const browser = await signIn(email, sid);
    expect((await send(await logoutOf('nobody'))).status).toBe(204);
    expect((await send(await logoutOf('nobody', { claims: { sid } }))).status).toBe(204);
    const stranger = newEmail();
    await signIn(stranger);
    expect((await send(await logoutOf(subjectOf(stranger), { claims: { sid } }))).status).toBe(204);
    expect(await renewals(browser)).toEqual([200]);
  });

  it('is accepted once, even if it is sent several times concurrently', async () => {
    const email = newEmail();
    await signIn(email);
    const token = await logoutOf(subjectOf(email));
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(token)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array<number>(7).fill(400)]);
    const again = await signIn(email);
    expect((await send(token)).status).toBe(400);
    expect(await renewals(again)).toEqual([200]);
  });

  it.each<[string, (subject: string) => Promise<string>]>([
    [
      'is signed with another key',
      async (subject) => logoutOf(subject, { key: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'is signed with the public key as a secret',
      (subject) => logoutOf(subject, { alg: 'HS256', key: new TextEncoder().encode(provider.publicKey) as never }),
    ],
    ['is from another issuer', (subject) => logoutOf(subject, { issuer: 'https://evil.test/' })],
    ['is for another client', (subject) => logoutOf(subject, { audience: 'another-app' })],
    ['is an access token', (subject) => provider.sign({ subject, claims: { events: { [EVENT]: {} }, jti: 'x' } })],
    ['has a nonce', (subject) => logoutOf(subject, { claims: { nonce: 'n' } })],
    ['has no events', (subject) => logoutOf(subject, { claims: { events: undefined } })],
    ['has another event', (subject) => logoutOf(subject, { claims: { events: { 'https://evil.test': {} } } })],
    ['has text as its event', (subject) => logoutOf(subject, { claims: { events: { [EVENT]: 'yes' } } })],
    ['has no id', (subject) => logoutOf(subject, { claims: { jti: undefined } })],
    ['has neither a subject nor a session', () => logoutOf(null)],
    ['has expired', (subject) => logoutOf(subject, { expiresAt: '10 minutes ago' })],
    ['was issued 15 minutes ago', (subject) => logoutOf(subject, { issuedAt: Math.floor(Date.now() / 1_000) - 900 })],
    ['is not a token', () => Promise.resolve('a.b.c')],
    ['is empty', () => Promise.resolve('')],
  ])('is rejected and ends no session if it %s', async (_, make) => {
    const email = newEmail();
    const browser = await signIn(email);
    expect(await send(await make(subjectOf(email)))).toMatchObject({
      status: 400,
      body: expect.stringContaining('message'),
    });
    expect(await renewals(browser)).toEqual([200]);
  });

  it(
    "is rejected if it is too large, and gets 503 while the provider's keys cannot be read",
    async () => {
      expect((await send('x'.repeat(2_000_000))).status).toBe(413);
      const fresh = await startTestProvider();
      const app = await startIdentityApp(fresh.issuer);
      try {
        fresh.isDown = true;
        const body = new URLSearchParams({ logout_token: await fresh.sign({ audience: CLIENT }) });
        const response = await fetch(`${app.url}/auth/provider-logout`, { method: 'POST', body });
        expect(response.status).toBe(503);
      } finally {
        await app.stop();
        await fresh.stop();
      }
    },
    STARTING,
  );

  it(
    'is accepted as oidc-provider sends it when a person signs out at the provider',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portico-logout-'));
      const passed: number[] = [];
      let url = '';
      // The provider sends the logout token to a relay, because the provider starts before identity's address is known.
      const relay = createServer((request, response) => {
        void text(request)
          .then((body) => fetch(`${url}/auth/provider-logout`, { method: 'POST', body, headers: FORM }))
          .then(({ status }) => {
            passed.push(status);
            response.writeHead(status).end();
          });
      });
      await new Promise<void>((resolve) => {
        relay.listen(0, '127.0.0.1', resolve);
      });
      const logoutUri = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/`;
      const client = { consoleUrl: CONSOLE, audience: AUDIENCE, clientId: CLIENT };
      const local = await startIdentityProvider({ port: 0, dataDir, logoutUri, ...client });
      const app = await startIdentityApp(local.issuer);
      ({ url } = app);
      try {
        const browser = createBrowser();
        const redirectUri = `${CONSOLE}/callback`;
        const { accessToken, email, idToken } = await signInAt({
          issuer: local.issuer,
          clientId: CLIENT,
          audience: AUDIENCE,
          redirectUri,
          account: 'lead',
          browser,
        });
        const body = JSON.stringify({ token: accessToken, email });
        const headers = { 'content-type': 'application/json' };
        const session = await browserOf(await fetch(`${url}/auth`, { method: 'POST', headers, body }));
        const renew = (): Promise<Response> => browsersAt(url, provider).renew(session.cookie);
        expect((await renew()).status).toBe(200);
        const { end_session_endpoint: end } = await discover(local.issuer);
        const endUrl = new URL(end);
        endUrl.search = new URLSearchParams({ client_id: CLIENT, id_token_hint: idToken }).toString();
        const page = await (await browser.open(endUrl)).response.text();
        const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
        const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
        await browser.open(new URL(action, endUrl), { form: { xsrf, logout: 'yes' } });
        expect(passed).toEqual([204]);
        expect((await renew()).status).toBe(401);
      } finally {
        await Promise.all([app.stop(), local.stop()]);
        relay.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    STARTING,
  );
});
