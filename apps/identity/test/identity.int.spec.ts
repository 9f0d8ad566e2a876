import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, readTopic, STARTING, waitersFor } from '@portico/testkit';
import { decodeJwt, SignJWT } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { TokensService } from '../src/tokens/tokens.service.ts';
import { User } from '../src/user-row/user.entity.ts';
import { type Identity, startIdentity } from './identity.ts';

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/\W/g, '.')}-${Date.now()}@example.test`,
});
type Row = { id: number; name: string; usertype: string; email: string };
type List = { data: Row[]; count: number };

describe('identity', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  }, STARTING);
  afterAll(() => identity.stop());

  // spec: 3.22, 7.19, D.1, D.2, D.32
  it('serves its public settings to anyone, without secrets', async () => {
    const { status, body } = await identity.anonymous('GET', '/config');
    expect(status).toBe(200);
    expect(body).toEqual({
      identityProvider: {
        audience: 'https://api.portico.test',
        clientId: 'portico-console',
        tenantUrl: identity.provider.issuer,
      },
      productName: 'Portico',
      supportEmail: 'support@portico.test',
      approvalFlow: true,
      recaptcha: {
        siteKey: identity.recaptcha.siteKey,
        scriptUrl: `${identity.recaptcha.scriptUrl}?render=${identity.recaptcha.siteKey}`,
      },
    });
  });

  it('has a schema that matches its entities', async () => {
    expect(await identity.app.get(MikroORM).schema.getUpdateSchemaSQL()).toBe('');
  });

  describe('sign-on', () => {
    // spec: 1.7, 3.21, 7.20, D.28, D.29
    it('creates a LEAD for an unknown user, and returns a 15-minute token that the published keys verify', async () => {
      const { accessToken, email } = await identity.signOn('lead');
      const { status, body } = await identity.anonymous('POST', '/auth', {
        token: accessToken,
        email: email.toUpperCase(),
      });
      expect(status).toBe(200);
      const session = body as { accessToken: string; user: Row };
      expect(session.user).toMatchObject({ email, usertype: 'LEAD' });
      const { iat = 0, exp = 0, usertype } = decodeJwt(session.accessToken);
      expect({ life: exp - iat, usertype }).toEqual({ life: 900, usertype: 'LEAD' });
      const again = await identity.anonymous('POST', '/auth', { token: accessToken, email });
      expect((again.body as { user: Row }).user.id).toBe(session.user.id);
    });

    // spec: 7.21, D.19
    it('returns the signed-in user, and 401 without a token', async () => {
      const { call, id } = await identity.as('superadmin');
      expect((await call('GET', '/auth')).body).toMatchObject({ id, usertype: 'SUPER_ADMIN' });
      expect(await identity.anonymous('GET', '/auth')).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    });

    // spec: D.27
    it("rejects an e-mail that differs from the token's e-mail", async () => {
      const { accessToken } = await identity.signOn('lead');
      const answer = await identity.anonymous('POST', '/auth', {
        token: accessToken,
        email: 'superadmin@portico.test',
      });
      expect(answer).toMatchObject({ status: 403, body: { code: 'email_mismatch' } });
    });

    // spec: D.26
    it('rejects tokens that the provider did not sign', async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      const email = 'superadmin@portico.test';
      const forged = await new SignJWT({ email, email_verified: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'x' })
        .setSubject('x')
        .setIssuer(identity.provider.issuer)
        .setAudience('https://api.portico.test')
        .setExpirationTime('1 hour')
        .sign(privateKey);
      const { idToken } = await identity.signOn('superadmin');
      for (const token of [forged, 'x.y.z', idToken]) {
        const answer = await identity.anonymous('POST', '/auth', { token, email });
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      }
    });

    it('reports each fault of a malformed request', async () => {
      const answer = await identity.anonymous('POST', '/auth', { email: 'x' });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: ['Required', 'Email should be a valid email'] },
      });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await identity.anonymous('POST', '/auth', '{"email')).toMatchObject({
        status: 400,
        body: { code: 'malformed_request' },
      });
      expect(await identity.anonymous('GET', '/nowhere')).toMatchObject({
        status: 404,
        body: { code: 'not_found', instance: '/nowhere' },
      });
    });
  });

  describe('users', () => {
    // spec: 1.5, 7.14, 7.16, 7.17
    it('lets an administrator create, find, change and delete a user, and publishes each state', async () => {
      const { call } = await identity.as('superadmin');
      const vera = person('Vera_100%');
      const created = await call('POST', '/users', { ...vera, usertype: 'vendor', zipCode: 12_345 });
      expect(created).toMatchObject({ status: 201, body: { usertype: 'VENDOR', zipCode: 12_345, phone: null } });
      const { id } = created.body as Row;

      const found = (await call('GET', `/users?search=${encodeURIComponent('a_100%')}`)).body as List;
      expect(found.data.map((row) => row.id)).toContain(id);
      const literal = (await call('GET', `/users?search=${encodeURIComponent('a1100%')}`)).body as List;
      expect(literal.data.map((row) => row.id)).not.toContain(id);
      const accented = (await call('POST', '/users', { ...person('Cafe\u0301'), usertype: 'vendor' })).body as Row;
      for (const search of ['caf\u00e9', 'CAFE\u0301']) {
        const { data } = (await call('GET', `/users?search=${encodeURIComponent(search)}`)).body as List;
        expect(data.map((row) => row.id)).toContain(accented.id);
      }

      expect((await call('PATCH', `/users/${id}`, { phone: '0123456789' })).body).toMatchObject({
        phone: '0123456789',
        name: vera.name,
      });
      expect((await call('DELETE', `/users/${id}`)).status).toBe(204);
      expect((await call('GET', `/users/${id}`)).status).toBe(404);

      const topic = await readTopic('identity.user.v1');
      const states = await eventually(() => {
        const own = topic.received
          .filter(({ key }) => key === String(id))
          .map(({ value }) => JSON.parse(value ?? '').data);
        return own.length === 3 && own;
      });
      await topic.stop();
      expect(states.map((state) => [state.version, state.deletedAt !== null])).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ]);
    });

    it('rejects a second user with the same e-mail', async () => {
      const { call } = await identity.as('superadmin');
      const body = { ...person('Twin'), usertype: 'LEAD' };
      await call('POST', '/users', body);
      expect(await call('POST', '/users', { ...body, email: body.email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { code: 'already_exists' },
      });
    });

    // spec: 6.7, D.4, D.6
    it('hides super admins from admins, and lets no user promote or delete themselves', async () => {
      const boss = await identity.as('superadmin');
      const { id: adminId } = await identity.as('admin');
      expect((await boss.call('PATCH', `/users/${adminId}`, { usertype: 'ADMIN' })).status).toBe(200);
      const admin = await identity.as('admin');
      expect((await admin.call('GET', `/users/${boss.id}`)).status).toBe(404);
      expect((await admin.call('DELETE', `/users/${boss.id}`)).status).toBe(404);
      const list = (await admin.call('GET', '/users?limit=100')).body as List;
      expect(list.data.some((row) => row.usertype === 'SUPER_ADMIN')).toBe(false);
      expect((await admin.call('POST', '/users', { ...person('Ivo'), usertype: 'SUPER_ADMIN' })).status).toBe(403);
      expect((await admin.call('PATCH', `/users/${adminId}`, { usertype: 'SUPER_ADMIN' })).status).toBe(403);
      expect((await admin.call('PATCH', `/users/${adminId}`, { usertype: 'LEAD' })).status).toBe(403);
      expect((await boss.call('DELETE', `/users/${boss.id}`)).status).toBe(403);
    });

    it('keeps one super admin when several delete each other concurrently', async () => {
      const boss = await identity.as('superadmin');
      const em = identity.app.get(MikroORM).em.fork();
      const superAdmin = async (name: string) => {
        const { body } = await boss.call('POST', '/users', { ...person(name), usertype: 'SUPER_ADMIN' });
        const { id } = body as Row;
        const token = await identity.app.get(TokensService).sign(await em.findOneOrFail(User, { id }), 1);
        return { id, call: caller(identity.url, token) };
      };
      const [ann, ben] = [await superAdmin('Ann'), await superAdmin('Ben')];
      expect((await ann.call('PATCH', `/users/${boss.id}`, { usertype: 'ADMIN' })).status).toBe(200);
      const { removals } = await em.transactional(async (held) => {
        await held.execute('select id from users where id in (?, ?) for update', [ann.id, ben.id]);
        // Both requests wait for the lock, so neither can finish before the other has started.
        const removals = [ann.call('DELETE', `/users/${ben.id}`), ben.call('DELETE', `/users/${ann.id}`)];
        await eventually(async () => (await waitersFor(held)) >= removals.length);
        return { removals };
      });
      const answers = await Promise.all(removals);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        message: 'The last super admin cannot be removed',
      });
      const last = answers[0]?.status === 204 ? ann : ben;
      expect((await last.call('PATCH', `/users/${boss.id}`, { usertype: 'SUPER_ADMIN' })).status).toBe(200);
      const again = await identity.as('superadmin');
      expect((await again.call('DELETE', `/users/${last.id}`)).status).toBe(204);
    });

    // spec: D.5, D.6
    it('shows non-administrators only themselves', async () => {
      const lead = await identity.as('lead');
      const boss = await identity.as('superadmin');
      expect((await lead.call('GET', '/users')).status).toBe(403);
      expect((await lead.call('GET', `/users/${boss.id}`)).status).toBe(403);
      expect((await lead.call('PATCH', `/users/${lead.id}`, { name: 'Lea Lead' })).body).toMatchObject({
        name: 'Lea Lead',
      });
      expect((await lead.call('PATCH', `/users/${lead.id}`, { usertype: 'ADMIN' })).status).toBe(403);
    });
  });
});
