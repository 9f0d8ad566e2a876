import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, caller, STARTING, startTestTokens } from '@portico/testkit';
import { decodeJwt, generateKeyPair } from 'jose';
import { type Identity, type IdentityApp, startIdentity, startIdentityApp } from './identity.ts';
import { type Making, startTestProvider, type TestProvider } from './test-provider.ts';

type Session = { accessToken: string; user: { id: number; email: string; usertype: string; name: string } };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newEmail = (): string => `${randomUUID()}@example.test`;

describe('sign-on', () => {
  let provider: TestProvider;
  let identity: IdentityApp;
  let local: Identity;
  beforeAll(async () => {
    [provider, local] = await Promise.all([startTestProvider(), startIdentity()]);
    identity = await startIdentityApp(provider.issuer);
  }, STARTING);
  afterAll(async () => {
    await Promise.all([identity.stop(), local.stop()]);
    await provider.stop();
  });

  const email = newEmail();
  const verified = { email, email_verified: true, name: 'Vera' };
  const exchange = (token: string, as = email): Promise<Answer> =>
    identity.anonymous('POST', '/auth', { token, email: as });
  const signOn = async (making: Making = {}, as = email): Promise<Answer> =>
    exchange(await provider.sign({ claims: verified, ...making }), as);

  it("accepts the provider's token", async () => {
    expect(await signOn()).toMatchObject({ status: 200, body: { user: { email, usertype: 'LEAD', name: 'Vera' } } });
  });

  it('finds the same account for every spelling of an address', async () => {
    const local = randomUUID();
    const forms = [`${local}@xn--80a1acny.xn--p1ai`, `${local}@почта.рф`, `${local.toUpperCase()}@ПОЧТА.РФ`];
    const ids = new Set<number>();
    for (const form of forms) {
      for (const typed of forms) {
        const claims = { email: form, email_verified: true, name: 'Anna' };
        const answer = await signOn({ subject: local, claims }, typed);
        expect(answer).toMatchObject({ status: 200, body: { user: { email: forms[0] } } });
        ids.add((answer.body as Session).user.id);
      }
    }
    expect(ids.size).toBe(1);
  });

  it('rejects a look-alike of an address', async () => {
    const local = `k${randomUUID()}`;
    const claims = { email: `\u212a${local.slice(1)}@example.test`, email_verified: true, name: 'Mallory' };
    expect((await signOn({ claims }, `${local}@example.test`)).status).toBe(403);
    expect(await signOn({ claims }, claims.email)).toMatchObject({
      status: 400,
      body: { message: ['Email should be a valid email'] },
    });
  });

  it.each([
    ['jürgen', 'corp.test', 'JU\u0308RGEN'],
    ['анна', 'почта.рф', 'АННА'],
    ['o/brien!', 'corp.test', 'O/BRIEN!'],
    ['ops', 'intranet', 'Ops'],
  ])('accepts %s@%s if the provider has verified it', async (name, host, other) => {
    const end = randomUUID();
    const forms = [`${name}-${end}@${host}`, `${other}-${end.toUpperCase()}@${host}`];
    const answers: Answer[] = [];
    for (const form of forms) {
      const claims = { ...verified, email: form };
      answers.push(await signOn({ subject: end, claims }, form));
    }
    const [first, second] = answers.map(({ body }) => (body as Session).user);
    expect(first).toMatchObject({ usertype: 'LEAD' });
    expect(second).toEqual(first);
  });

  /** The claims of a valid token, with a forged header. */
  const claimsOf = async (): Promise<object> => decodeJwt(await provider.sign({ claims: verified }));
  const forgeries: [string, () => Promise<string>][] = [
    ['is not signed', async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await claimsOf())}.`],
    ['claims no signature in another spelling', async () => `${encode({ alg: 'nOnE' })}.${encode(await claimsOf())}.`],
    [
      'is signed with the public key as a secret',
      async () => {
        const head = `${encode({ alg: 'HS256', kid: 'provider' })}.${encode(await claimsOf())}`;
        return `${head}.${createHmac('sha256', provider.publicKey).update(head).digest('base64url')}`;
      },
    ],
    [
      'is signed with another key that has the same id',
      async () => provider.sign({ claims: verified, key: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'is signed with another algorithm',
      async () => provider.sign({ claims: verified, alg: 'ES256', key: (await generateKeyPair('ES256')).privateKey }),
    ],
    [
      'contains its own key',
      async () => {
        const [, payload, signature] = (await provider.sign({ claims: verified })).split('.');
        return `${encode({ alg: 'RS256', jwk: { kty: 'RSA' }, jku: 'http://evil.test/' })}.${payload}.${signature}x`;
      },
    ],
    [
      'was changed after it was signed',
      async () => {
        const [head, , signature] = (await provider.sign({ claims: verified })).split('.');
        return `${head}.${encode({ ...(await claimsOf()), email: 'superadmin@portico.test' })}.${signature}`;
      },
    ],
    ['is of another issuer', () => provider.sign({ claims: verified, issuer: 'https://evil.test/' })],
    ['is for another audience', () => provider.sign({ claims: verified, audience: 'https://other.test' })],
    ['has expired', () => provider.sign({ claims: verified, expiresAt: '-2 minutes' })],
    ['is not valid yet', () => provider.sign({ claims: verified, notBefore: '2 minutes' })],
    [
      'is a product token',
      async () => {
        const tokens = await startTestTokens();
        const token = await tokens.sign({ email });
        await tokens.stop();
        return token;
      },
    ],
  ];
  // spec: D.26
  it.each(forgeries)('rejects a token that %s', async (_, forge) => {
    expect(await exchange(await forge())).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  // spec: D.27
  it("rejects an e-mail that differs from the token's e-mail", async () => {
    expect(await signOn({}, newEmail())).toMatchObject({ status: 403, body: { code: 'email_mismatch' } });
  });

  it.each([{ email_verified: false }, { email_verified: 'false' }])('rejects an e-mail with %j', async (changes) => {
    const answer = await signOn({ claims: { ...verified, ...changes } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
  });

  describe('with a token without an e-mail', () => {
    // spec: D.27
    it("reads the e-mail from the provider's userinfo", async () => {
      const subject = `provider|"${email}"`;
      provider.userinfo = { sub: subject, ...verified };
      expect((await signOn({ subject, claims: {} })).status).toBe(200);
      provider.userinfo = { sub: subject, email };
      expect(await signOn({ subject, claims: {} })).toMatchObject({
        status: 403,
        body: { code: 'email_not_verified' },
      });
    });

    it('rejects the sign-on if userinfo has no e-mail either', async () => {
      provider.userinfo = { sub: 'provider|1' };
      expect((await signOn({ claims: {} })).status).toBe(401);
      provider.userinfo = null;
      expect((await signOn({ claims: {} })).status).toBe(401);
    });
  });

  it('returns 503 while the provider is unavailable', async () => {
    const away = await startIdentityApp('http://127.0.0.1:1/');
    const answer = await away.anonymous('POST', '/auth', { token: await provider.sign(), email });
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await away.stop();
  });

  describe('by e-mail', () => {
    it('finds a user whom an administrator created, and keeps the user type', async () => {
      const own = newEmail();
      const { call } = await local.as('superadmin');
      const created = (await call('POST', '/users', { name: 'Cleo', email: own.toUpperCase(), usertype: 'CLIENT' }))
        .body;
      const answer = await signOn({ claims: { email: own.toUpperCase(), email_verified: true, name: 'Other' } }, own);
      expect(answer).toMatchObject({ status: 200, body: { user: created as object } });
    });

    it('finds a user whom a public form created', async () => {
      const own = newEmail();
      const form = { name: 'Leo', email: own, usertype: 'lead' };
      expect((await local.anonymous('POST', '/users', form, await local.proof())).status).toBe(201);
      const { user } = (await signOn({ claims: { ...verified, email: own } }, own)).body as Session;
      expect(user).toMatchObject({ email: own, usertype: 'LEAD', name: 'Leo' });
    });

    it('gives concurrent first sign-ons the same user', async () => {
      const own = newEmail();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => signOn({ claims: { ...verified, email: own } }, own)),
      );
      expect(new Set(answers.map(({ body }) => (body as Session).user.id)).size).toBe(1);
    });
  });

  describe('of a changed user', () => {
    /** Creates a user. `call` is a super admin's client. `version` signs in as the user, and returns the version in the user's token. */
    const prepare = async () => {
      const own = newEmail();
      const { call } = await local.as('superadmin');
      const { id } = (await call('POST', '/users', { name: 'Cleo', email: own, usertype: 'CLIENT' })).body as {
        id: number;
      };
      const version = async (as = own): Promise<unknown> => {
        const { body } = await signOn({ subject: own, claims: { ...verified, email: as } }, as);
        return decodeJwt((body as Session).accessToken)['ver'];
      };
      return { own, id, call, version };
    };

    it('returns a newer token version after a change of type or e-mail, and the same version after a change of name', async () => {
      const { id, call, version } = await prepare();
      expect(await version()).toBe(1);
      await call('PATCH', `/users/${id}`, { name: 'Cleopatra', usertype: 'CLIENT' });
      expect(await version()).toBe(1);
      await call('PATCH', `/users/${id}`, { usertype: 'VENDOR' });
      expect(await version()).toBe(3);
      const moved = newEmail();
      await call('PATCH', `/users/${id}`, { email: moved });
      expect(await version(moved)).toBe(4);
    });

    it("does not permit a change of the user's own e-mail without a mail server", async () => {
      const { own, id } = await prepare();
      const { accessToken } = (await signOn({ claims: { ...verified, email: own } }, own)).body as Session;
      const call = caller(identity.url, accessToken);
      expect(await call('PATCH', `/users/${id}`, { email: newEmail() })).toMatchObject({
        status: 403,
        body: { message: 'You cannot change the e-mail that you sign in with' },
      });
      expect((await call('PATCH', `/users/${id}`, { email: own, name: 'Cleo C.' })).status).toBe(200);
    });
  });
});
