import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@portico/contracts/http/identity';
import { type Answer, type Call, caller, eventually, read, STARTING } from '@portico/testkit';
import { type Identity, type IdentityApp, startIdentity, startIdentityApp } from './identity.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

type Session = { accessToken: string; user: User };
const newEmail = (): string => `${randomUUID()}@example.test`;
const newSubject = (): string => `sub-${randomUUID()}`;
const taken = { status: 409, body: { code: 'email_taken' } };

describe('an account', () => {
  let provider: TestProvider;
  let identity: IdentityApp;
  let local: Identity;
  let boss: Call;
  beforeAll(async () => {
    [provider, local] = await Promise.all([startTestProvider(), startIdentity()]);
    identity = await startIdentityApp(provider.issuer);
    ({ call: boss } = await local.as('superadmin'));
  }, STARTING);
  afterAll(async () => {
    await Promise.all([identity.stop(), local.stop()]);
    await provider.stop();
  });

  const signOn = async (subject: string, email: string, at = { provider, identity }): Promise<Answer> => {
    const claims = { email, email_verified: true, name: 'Alice Adams' };
    const token = await at.provider.sign({ subject, claims });
    return at.identity.anonymous('POST', '/auth', { token, email });
  };
  const userOf = ({ body }: Answer): User => (body as Session).user;
  const create = async (usertype = 'CLIENT', email = newEmail()): Promise<User> =>
    (await boss('POST', '/users', { name: 'Cleo', email, usertype })).body as User;
  const orm = (): MikroORM => identity.app.get(MikroORM);

  // spec: D.82
  it('is bound to a subject at the first sign-on, and stays bound to that subject', async () => {
    const { id, email } = await create();
    const subject = newSubject();
    expect(userOf(await signOn(subject, email))).toMatchObject({ id, email });
    expect(userOf(await signOn(subject, email))).toMatchObject({ id, email });
    expect(await signOn(newSubject(), email)).toMatchObject(taken);
  });

  // spec: D.82
  it("takes over its subject's new address, and invalidates tokens with the old address", async () => {
    const [subject, old, email] = [newSubject(), newEmail(), newEmail()];
    const { accessToken, user } = (await signOn(subject, old)).body as Session;
    expect((await caller(identity.url, accessToken)('GET', '/auth')).status).toBe(200);
    expect(userOf(await signOn(subject, email))).toMatchObject({ id: user.id, email });
    await eventually(async () => (await caller(identity.url, accessToken)('GET', '/auth')).status === 401);
  });

  it('does not pass to another subject that gets its old address', async () => {
    const [alice, mallory, email] = [newSubject(), newSubject(), newEmail()];
    const { id } = userOf(await signOn(alice, email));
    // At the provider, Alice has a new address that Portico does not know yet, and Mallory has Alice's old address.
    expect(await signOn(mallory, email)).toMatchObject(taken);
    const moved = newEmail();
    expect(userOf(await signOn(alice, moved))).toMatchObject({ id, email: moved });
    const inherited = userOf(await signOn(mallory, email));
    expect(inherited).toMatchObject({ email, usertype: 'LEAD' });
    expect(inherited.id).not.toBe(id);
  });

  it('does not take over an address that another account has', async () => {
    const [subject, own] = [newSubject(), newEmail()];
    const { id } = userOf(await signOn(subject, own));
    const other = await create();
    expect(await signOn(subject, other.email)).toMatchObject(taken);
    expect((await read<User>(boss, `/users/${id}`)).email).toBe(own);
    await boss('DELETE', `/users/${other.id}`);
    expect(userOf(await signOn(subject, other.email))).toMatchObject({ id, email: other.email });
  });

  it('keeps an address changed in the product until the address at the provider changes', async () => {
    const [subject, own, changed] = [newSubject(), newEmail(), newEmail()];
    const { id } = userOf(await signOn(subject, own));
    expect((await boss('PATCH', `/users/${id}`, { email: changed })).status).toBe(200);
    expect(userOf(await signOn(subject, own))).toMatchObject({ id, email: changed });
    const moved = newEmail();
    expect(userOf(await signOn(subject, moved))).toMatchObject({ id, email: moved });
  });

  it('rejects sign-ons with an unverified address, even of its own subject', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    await signOn(subject, email);
    for (const moved of [email, newEmail()]) {
      const token = await provider.sign({ subject, claims: { email: moved, email_verified: false } });
      const answer = await identity.anonymous('POST', '/auth', { token, email: moved });
      expect(answer).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
    }
  });

  it('is not bound to a subject of another issuer that has the same `sub`', async () => {
    const other = await startTestProvider();
    const elsewhere = { provider: other, identity: await startIdentityApp(other.issuer) };
    const [subject, email] = [newSubject(), newEmail()];
    const { id } = userOf(await signOn(subject, email));
    expect(userOf(await signOn(subject, newEmail(), elsewhere)).id).not.toBe(id);
    const foreign = await other.sign({ subject, claims: { email, email_verified: true } });
    expect((await identity.anonymous('POST', '/auth', { token: foreign, email })).status).toBe(401);
    await elsewhere.identity.stop();
    await other.stop();
  });

  it('is bound to only one of several subjects that sign on concurrently', async () => {
    const { id, email } = await create();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signOn(newSubject(), email)));
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect([userOf(winner as Answer).id, more]).toEqual([id, []]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('is bound at its next sign-on if an earlier release created it without a binding', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    const { id } = userOf(await signOn(subject, email));
    await orm().em.fork().execute('delete from bindings where user_id = ?', [id]);
    expect(userOf(await signOn(subject, email)).id).toBe(id);
    expect(await signOn(newSubject(), email)).toMatchObject(taken);
  });

  it('releases its subject when it is deleted', async () => {
    const [subject, email] = [newSubject(), newEmail()];
    const { id } = userOf(await signOn(subject, email));
    await boss('DELETE', `/users/${id}`);
    expect(userOf(await signOn(subject, email)).id).not.toBe(id);
  });

  describe('with a reset sign-on', () => {
    const bindings = (id: number): Promise<unknown[]> =>
      orm().em.fork().execute('select subject from bindings where user_id = ?', [id]);
    const prepare = async (usertype = 'CLIENT') => {
      const { id, email } = await create(usertype);
      const subject = newSubject();
      const { accessToken } = (await signOn(subject, email)).body as Session;
      return { id, email, subject, call: caller(identity.url, accessToken) };
    };

    it('loses its tokens, and is bound to the next subject that signs on with its address', async () => {
      const { id, email, call } = await prepare();
      expect((await call('GET', '/auth')).status).toBe(200);
      expect((await boss('DELETE', `/users/${id}/sign-on`)).status).toBe(204);
      await eventually(async () => (await call('GET', '/auth')).status === 401);
      expect(await bindings(id)).toEqual([]);
      expect(userOf(await signOn(newSubject(), email))).toMatchObject({ id, email });
    });

    it('shows administrators the times of its binding and last sign-on until the reset', async () => {
      const at = caller(identity.url, (await local.as('superadmin')).token);
      const { id } = await prepare();
      const { boundAt, signedOnAt, organizations } = await read<User>(at, `/users/${id}`);
      expect(Date.parse(boundAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
      expect(Date.parse(signedOnAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
      expect(organizations).toEqual([]);
      await at('DELETE', `/users/${id}/sign-on`);
      expect((await read<User>(at, `/users/${id}`)).boundAt).toBeUndefined();
    });

    it('belongs to a current or former administrator only if a super admin reset it, and never to the caller', async () => {
      const admin = await prepare('ADMIN');
      const other = await prepare('ADMIN');
      const root = await prepare('SUPER_ADMIN');
      expect((await admin.call('DELETE', `/users/${other.id}/sign-on`)).status).toBe(403);
      expect((await admin.call('DELETE', `/users/${root.id}/sign-on`)).status).toBe(404);
      expect((await admin.call('DELETE', `/users/${admin.id}/sign-on`)).status).toBe(403);
      await boss('PATCH', `/users/${other.id}`, { usertype: 'CLIENT' });
      expect((await admin.call('DELETE', `/users/${other.id}/sign-on`)).status).toBe(403);
      expect(await bindings(other.id)).toHaveLength(1);
      expect((await boss('DELETE', `/users/${other.id}/sign-on`)).status).toBe(204);
    });
  });
});
