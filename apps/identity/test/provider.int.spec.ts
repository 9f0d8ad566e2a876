import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, eventually, STARTING } from '@portico/testkit';
import { type IdentityApp, startIdentityApp } from './identity.ts';
import { startTestProvider, type TestProvider } from './test-provider.ts';

type Report = { dependencies: Record<string, { state: string; reason?: string }> };
const email = `${randomUUID()}@example.test`;

describe('the OpenID provider', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  }, STARTING);
  afterAll(() => provider.stop());

  const signOn = async ({ anonymous }: IdentityApp, claims: object = { email_verified: true }): Promise<Answer> =>
    anonymous('POST', '/auth', { token: await provider.sign({ claims: { email, ...claims } }), email });
  const stateOf = async ({ anonymous }: IdentityApp) =>
    ((await anonymous('GET', '/health/dependencies')).body as Report).dependencies['OpenID provider'];

  it('is a failing dependency if its issuer differs from OIDC_ISSUER', async () => {
    const wrong = provider.issuer.replace(/\/$/, '');
    const identity = await startIdentityApp(wrong);
    const reason = `OIDC_ISSUER is '${wrong}', but the provider's issuer is '${provider.issuer}'`;
    expect(await stateOf(identity)).toMatchObject({ state: 'failing', reason });
    expect(await signOn(identity)).toMatchObject({ status: 500, body: { code: 'internal' } });
    await identity.stop();
  });

  it('has an issuer that is compared exactly, including a trailing slash', async () => {
    const [usual, issuer] = [provider.issuer, provider.issuer.replace(/\/$/, '')];
    provider.name = issuer;
    const identity = await startIdentityApp(issuer);
    expect(await stateOf(identity)).toMatchObject({ state: 'ok' });
    const token = await provider.sign({ issuer, claims: { email, email_verified: true } });
    expect((await identity.anonymous('POST', '/auth', { token, email })).status).toBe(200);
    expect((await signOn(identity)).status).toBe(401);
    const { body } = await identity.anonymous('GET', '/config');
    expect(body).toMatchObject({ identityProvider: { tenantUrl: issuer } });
    provider.name = usual;
    await identity.stop();
  });

  it('may be unavailable when the service starts', async () => {
    provider.isDown = true;
    const identity = await startIdentityApp(provider.issuer);
    expect(await stateOf(identity)).toMatchObject({ state: 'failing' });
    expect(await signOn(identity)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    provider.isDown = false;
    expect((await signOn(identity)).status).toBe(200);
    await eventually(async () => (await stateOf(identity))?.state === 'ok');
    await identity.stop();
  });

  it('may change its keys, and may be unavailable while its keys are cached', async () => {
    const identity = await startIdentityApp(provider.issuer);
    expect((await signOn(identity)).status).toBe(200);
    provider.isDown = true;
    expect((await signOn(identity)).status).toBe(200);
    provider.isDown = false;
    await identity.stop();
    const next = await startIdentityApp(provider.issuer);
    await provider.rotateKeys();
    expect((await signOn(next)).status).toBe(200);
    await next.stop();
  });

  it('may omit whether an address is verified, if the operator trusts its addresses', async () => {
    provider.userinfo = null;
    const strict = await startIdentityApp(provider.issuer);
    expect((await signOn(strict, {})).status).toBe(401);
    await strict.stop();
    const trusting = await startIdentityApp(provider.issuer, { OIDC_TRUST_EMAIL: 'true' });
    expect((await signOn(trusting, {})).status).toBe(200);
    expect((await signOn(trusting, { email_verified: false })).status).toBe(403);
    await trusting.stop();
  });

  it('is asked for the configured scope', async () => {
    const more = { OIDC_RESOURCE: 'https://api.portico.test/', OIDC_SCOPE: 'openid email api://portico/use' };
    const identity = await startIdentityApp(provider.issuer, more);
    const { body } = await identity.anonymous('GET', '/config');
    expect(body).toMatchObject({
      identityProvider: { resource: more.OIDC_RESOURCE, scope: more.OIDC_SCOPE },
    });
    await identity.stop();
  });

  it("is not trusted if its userinfo describes another subject than the token's", async () => {
    const identity = await startIdentityApp(provider.issuer);
    const ask = async (sub: string): Promise<number> => {
      provider.userinfo = { sub, email, email_verified: true };
      const token = await provider.sign({ subject: `provider|"${email}"` });
      return (await identity.anonymous('POST', '/auth', { token, email })).status;
    };
    expect(await ask('somebody else')).toBe(401);
    expect(await ask(`provider|"${email}"`)).toBe(200);
    await identity.stop();
  });
});
