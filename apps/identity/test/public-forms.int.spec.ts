import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recaptchaToken } from '@portico/stack/recaptcha';
import { type Answer, eventually, readTopic, STARTING } from '@portico/testkit';
import { SignJWT } from 'jose';
import { type Identity, SIGNING_SECRET, startIdentity, startIdentityApp } from './identity.ts';

const REQUIRED = 'Please confirm that you are not a robot, and send the form again.';
const lead = (changes: object = {}) => ({
  usertype: 'lead',
  name: 'Leo Lead',
  email: `leo-${randomUUID()}@example.test`,
  ...changes,
});
const vendor = (changes: object = {}) => ({
  ...lead({ usertype: 'vendor', name: 'Vera Vendor' }),
  phone: '555 012 3456',
  addressLine1: '1 Alder Street',
  city: 'Boston',
  state: 'MA',
  zipCode: '02101',
  country: 'USA',
  ...changes,
});
/** One row per vendor field: the field, two wrong values, and the expected message. */
const WRONG = [
  ['phone', '123456789', '', 'Phone number should be at least 10 digits long'],
  ['addressLine1', '1', '', 'Address line is required'],
  ['city', 'B', '', 'City is required'],
  ['state', 'Mas', 'M', 'State should be 2 letters long'],
  ['zipCode', '021391', '0213', 'Zip code is required number'],
  ['country', 'USAA', 'US', 'Country should be 3 letters long'],
] as const;

describe('public forms', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  }, STARTING);
  afterAll(() => identity.stop());

  const send = async (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
    identity.anonymous('POST', '/users', body, headers ?? (await identity.proof()));
  const rowOf = async (email: string): Promise<Record<string, unknown> | undefined> => {
    const { call } = await identity.as('superadmin');
    const { data } = (await call('GET', `/users?search=${email}`)).body as { data: Record<string, unknown>[] };
    return data[0];
  };

  describe('the bot check', () => {
    const check = (token: unknown): Promise<Answer> => identity.anonymous('POST', '/recaptcha', { token });

    // spec: 7.22, 9.5, D.21, D.101
    it('issues a signed proof of the passed check for a score above 0.8', async () => {
      expect(await check(recaptchaToken({ score: 0.9 }))).toMatchObject({
        status: 200,
        body: { success: true, score: 0.9, proof: expect.any(String) },
      });
    });

    // spec: 9.5, D.96, D.101
    it.each([
      ['a score of 0.8', () => recaptchaToken({ score: 0.8 })],
      ['a score of 0.3', () => recaptchaToken({ score: 0.3 })],
      ['an expired token', () => recaptchaToken({ ageMs: 300_000 })],
      ['text that is not a token', () => 'hello'],
    ])('rejects %s', async (_, token) => {
      expect(await check(token())).toMatchObject({
        status: 400,
        body: { code: 'bot_check_failed', message: 'Unable to verify. Please try again.' },
      });
    });

    it('rejects a token that was verified before', async () => {
      const token = recaptchaToken();
      await check(token);
      expect((await check(token)).status).toBe(400);
    });

    // spec: 5.24
    it.each([[{}], [{ token: '' }], [{ token: null }], [undefined]])('reports a missing token for %j', async (body) => {
      expect(await identity.anonymous('POST', '/recaptcha', body)).toMatchObject({
        status: 400,
        body: { message: ['Missing token. Please try again.'] },
      });
    });

    it('returns 503 without keys, with wrong keys, and if the provider fails', async () => {
      const broken: Server = createServer((_request, response) => response.writeHead(500).end());
      await new Promise<void>((resolve) => {
        broken.listen(0, '127.0.0.1', resolve);
      });
      const { secret, siteKey, verifyUrl } = identity.recaptcha;
      const keys = { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret };
      for (const environment of [
        {},
        { ...keys, RECAPTCHA_SECRET: 'another', RECAPTCHA_URL: verifyUrl },
        { ...keys, RECAPTCHA_URL: `http://127.0.0.1:${(broken.address() as AddressInfo).port}` },
        { ...keys, RECAPTCHA_URL: 'http://127.0.0.1:1' },
      ]) {
        const other = await startIdentityApp(identity.provider.issuer, environment);
        const answer = await other.anonymous('POST', '/recaptcha', { token: recaptchaToken() });
        expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        await other.stop();
      }
      broken.close();
    });
  });

  describe('sign-up', () => {
    // spec: 6.9
    it('creates a lead, keeps the message, and publishes the user', async () => {
      const body = lead({ message: 'A demo, please' });
      expect(await send({ ...body, email: body.email.toUpperCase() })).toMatchObject({
        status: 201,
        body: { name: 'Leo Lead', email: body.email, usertype: 'LEAD' },
      });
      const row = await rowOf(body.email);
      expect(row).toMatchObject({ usertype: 'LEAD', description: 'A demo, please' });
      const topic = await readTopic('identity.user.v1');
      await eventually(() => topic.received.some(({ key }) => key === String(row?.['id'])));
      await topic.stop();
    });

    // spec: 6.9
    it('creates a vendor', async () => {
      const body = vendor({ categories: 'paper' });
      expect((await send(body)).status).toBe(201);
      expect(await rowOf(body.email)).toMatchObject({ usertype: 'VENDOR', zipCode: 2_101, categories: 'paper' });
    });

    // spec: 5.4, 5.5, 5.6, 5.7, 5.8, 5.9
    it("rejects a vendor's wrong fields with the specified messages, and keeps the proof valid for the next attempt", async () => {
      const headers = await identity.proof();
      const body = vendor();
      for (const at of [1, 2]) {
        const wrong = Object.fromEntries(WRONG.map((row) => [row[0], row[at]]));
        const faults = WRONG.map(([field]) => ({ pointer: `/${field}` }));
        const message = WRONG.map(([, , , text]) => text);
        expect(await send({ ...body, ...wrong }, headers)).toMatchObject({ status: 400, body: { message, faults } });
      }
      expect((await send(body, headers)).status).toBe(201);
    });

    // spec: 1.2, D.3, D.22
    it('requires an unexpired and unused proof that this service signed', async () => {
      const signed = (purpose: string, expiry: string, secret = SIGNING_SECRET) =>
        new SignJWT()
          .setProtectedHeader({ alg: 'HS256', typ: 'pass+jwt' })
          .setAudience(purpose)
          .setJti(randomUUID())
          .setExpirationTime(expiry)
          .sign(new TextEncoder().encode(secret));
      const used = await identity.proof();
      await send(lead(), used);
      const refused: Record<string, string>[] = [
        {},
        used,
        { 'x-recaptcha-proof': 'hello' },
        { 'x-recaptcha-proof': await signed('bot check', '-1 second') },
        { 'x-recaptcha-proof': await signed('GET /files/vendors', '5 minutes') },
        { 'x-recaptcha-proof': await signed('bot check', '5 minutes', 'another secret, just as long as it') },
      ];
      for (const headers of refused) {
        const body = lead();
        expect(await send(body, headers)).toMatchObject({
          status: 403,
          body: { code: 'bot_check_required', message: REQUIRED },
        });
        expect(await rowOf(body.email)).toBeUndefined();
      }
    });

    // spec: D.22
    it('accepts one of two concurrent forms with the same proof', async () => {
      const headers = await identity.proof();
      const answers = await Promise.all([send(lead(), headers), send(lead(), headers), send(lead(), headers)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403]);
    });

    it('deletes used proofs after they expire', async () => {
      const em = identity.app.get(EntityManager).fork();
      const id = randomUUID();
      await em.execute(`insert into used_proofs values (?, now() - interval '1 second')`, [id]);
      await send(lead());
      expect(await em.execute('select 1 from used_proofs where id = ?', [id])).toEqual([]);
    });

    it('does not reveal that an e-mail is registered, and does not change the registered user', async () => {
      const { call } = await identity.as('superadmin');
      const email = `known-${randomUUID()}@example.test`;
      const known = (await call('POST', '/users', { name: 'Known', email, usertype: 'ADMIN' })).body;
      const stranger = vendor();
      const [again, fresh] = [await send(vendor({ email })), await send(stranger)];
      expect(again.status).toBe(fresh.status);
      expect(again.body).toEqual({ ...(fresh.body as object), email });
      expect([...again.headers.keys()]).toEqual([...fresh.headers.keys()]);
      expect(await rowOf(email)).toEqual({ ...(known as object), organizations: [] });
    });

    it('creates one user from two concurrent forms with the same e-mail', async () => {
      const body = lead();
      const proofs = await Promise.all([identity.proof(), identity.proof(), identity.proof()]);
      const answers = await Promise.all(proofs.map((headers) => send(body, headers)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    });

    // spec: D.3, D.4
    it('creates only leads and vendors, and requires no proof from administrators', async () => {
      expect((await send(lead({ usertype: 'client' }))).status).toBe(401);
      expect((await send(lead({ usertype: 'super_admin' }))).status).toBe(401);
      const visitor = await identity.as('lead');
      const proof = await identity.proof();
      expect((await visitor.call('POST', '/users', lead({ usertype: 'admin' }), proof)).status).toBe(403);
      expect((await visitor.call('POST', '/users', lead())).status).toBe(403);
      expect((await visitor.call('POST', '/users', lead(), proof)).status).toBe(201);
      const { call } = await identity.as('superadmin');
      expect((await call('POST', '/users', lead())).status).toBe(201);
    });

    it('returns 401 for a form with an invalid token, unless the form has a proof', async () => {
      const headers = { authorization: 'Bearer an-old-one' };
      expect((await send(lead(), headers)).status).toBe(401);
      expect((await send(lead(), { ...headers, ...(await identity.proof()) })).status).toBe(201);
    });

    it('returns 503 instead of 401 while the signing keys cannot be read', async () => {
      const away = await startIdentityApp(identity.provider.issuer, { IDENTITY_URL: 'http://127.0.0.1:1' });
      const { token } = await identity.as('superadmin');
      const headers = { authorization: `Bearer ${token}` };
      for (const usertype of ['lead', 'admin']) {
        const answer = await away.anonymous('POST', '/users', lead({ usertype }), headers);
        expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      }
      const proof = await identity.proof();
      expect((await away.anonymous('POST', '/users', lead(), { ...headers, ...proof })).status).toBe(201);
      await away.stop();
    });

    it.each([{}, { usertype: 'boss' }, [], null])('rejects %j', async (body) => {
      expect(await send(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    });
  });
});
