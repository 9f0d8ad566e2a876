import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createFakeProvider, type Claims } from '../../testing/fake-provider.ts';
import { endsSession, signOnFailure } from './sign-on-failure.ts';
import type { SignOn } from './sign-on.ts';

const SECOND = 1000;

let provider: ReturnType<typeof createFakeProvider>;
let signOn: SignOn;

const challengeOf = (verifier = '') => createHash('sha256').update(verifier).digest('base64url');
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], now: Date.UTC(2026, 0, 1) });
  provider = createFakeProvider();
  signOn = provider.signOn();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a login', () => {
  // spec: 4.18, 7.28
  it('exchanges the code for tokens with the verifier, and returns to the start page', async () => {
    await expect(provider.logIn(signOn)).resolves.toEqual({
      identity: { token: 'access-1', email: 'ada@acme.test' },
      returnTo: '/dashboard?page=2',
    });
    expect(provider.asked).toMatchObject([
      { grant_type: 'authorization_code', code: 'the-code', client_id: 'console' },
    ]);
    expect(challengeOf(provider.asked[0]?.['code_verifier'])).toBe(provider.leftFor()['code_challenge']);
  });

  // spec: D.90, D.111
  it('navigates to the authorization endpoint of the discovery document', async () => {
    await signOn.login('/dashboard');
    expect(provider.left[0]?.href).toContain('https://login.test/realms/portico/protocol/auth?flow=browser&');
    expect(provider.leftFor()).toMatchObject({
      response_type: 'code',
      audience: 'portico-api',
      scope: 'openid profile email offline_access',
      redirect_uri: 'http://localhost/callback',
      code_challenge_method: 'S256',
    });
    expect(provider.leftFor()).not.toHaveProperty('resource');
  });

  it.each([
    [{ scopes_supported: ['openid', 'email'] }, {}, { scope: 'openid profile email' }],
    [{ scopes_supported: ['openid', 'offline_access'] }, {}, { scope: 'openid profile email offline_access' }],
    [{}, { scope: 'openid email api://portico/use' }, { scope: 'openid email api://portico/use' }],
    [{}, { resource: 'https://api.portico.test/' }, { resource: 'https://api.portico.test/', audience: 'portico-api' }],
  ])('sends, for discovery %j and settings %j, the parameters %j', async (discovery, settings, expected) => {
    provider.onDiscovery(discovery);
    await provider.signOn(settings).login('/dashboard');
    expect(provider.leftFor()).toMatchObject(expected);
  });

  it("reads the e-mail from the provider's userinfo if the ID token has none", async () => {
    const claims = { email: undefined };
    for (const [sub, outcome] of [
      ['ada', { identity: { email: 'ada@acme.test' } }],
      ['eve', { error: 'invalid_response' }],
    ] as const) {
      provider.onOther('userinfo_endpoint', () => ({ body: { sub, email: 'ada@acme.test' } }));
      await signOn.login('/dashboard');
      const { nonce = '' } = provider.leftFor();
      provider.onToken(() => provider.tokens(nonce, { id_token: provider.idToken(nonce, claims) }));
      expect(await failureOf(signOn.complete(provider.back()))).toMatchObject(outcome);
    }
  });

  it.each<[string, () => Promise<string>, string]>([
    [
      'was started with another state',
      async () => {
        await signOn.login('/dashboard');
        return provider.back().replace('state=', 'state=x');
      },
      'state_mismatch',
    ],
    ['was never started', async () => 'http://localhost/callback?code=1&state=2', 'missing_transaction'],
    [
      'is already complete',
      async () => {
        await provider.logIn(signOn);
        provider.asked.length = 0;
        return provider.back();
      },
      'missing_transaction',
    ],
  ])('rejects the callback of a login that %s', async (_, address, error) => {
    const failure = await failureOf(signOn.complete(await address()));
    expect(failure).toMatchObject({ error, message: 'Invalid state' });
    expect(signOnFailure(failure).title).toBe('Invalid state');
    expect(provider.asked).toEqual([]);
  });

  it("reports the provider's error", async () => {
    await signOn.login('/dashboard');
    const address = provider.back().replace('code=the-code', 'error=access_denied');
    expect(await failureOf(signOn.complete(address))).toMatchObject({ error: 'access_denied' });
  });

  it.each<[string, Claims, string]>([
    ['reports another issuer', { issuer: 'https://evil.test/' }, 'Invalid Auth0 Settings'],
    [
      'reports an issuer with an additional slash',
      { issuer: 'https://login.test/realms/portico/' },
      'Invalid Auth0 Settings',
    ],
    ['has no authorization endpoint', { authorization_endpoint: undefined }, 'Invalid Auth0 Settings'],
  ])('fails if the provider %s', async (_, discovery, title) => {
    provider.onDiscovery(discovery);
    expect(signOnFailure(await failureOf(signOn.login('/dashboard'))).title).toBe(title);
    expect(provider.left).toEqual([]);
  });

  it('works again after the provider was unreachable', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const failure = await failureOf(signOn.login('/dashboard'));
    expect(signOnFailure(failure).title).toBe('The identity provider did not answer');
    expect(endsSession(failure)).toBe(false);
    globalThis.fetch = fetch;
    await signOn.login('/dashboard');
    expect(provider.left).toHaveLength(1);
  });

  it('stores nothing from the provider', async () => {
    localStorage.setItem('theme', 'dark');
    await provider.logIn(signOn);
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual(['theme']);
  });
});

describe('the ID token', () => {
  const loginWith = async (claims: Claims, header: Claims = {}) => {
    await signOn.login('/dashboard');
    const { nonce = '' } = provider.leftFor();
    provider.onToken(() => provider.tokens(nonce, { id_token: provider.idToken(nonce, claims, header) }));
    return signOn.complete(provider.back());
  };
  const inSeconds = (seconds: number) => Math.floor(Date.now() / SECOND) + seconds;

  // spec: 9.34, 9.35, 9.36, 9.37
  it.each<[string, Claims, RegExp]>([
    ['its issuer is wrong', { iss: 'https://evil.test/' }, /"iss" \(issuer\) claim value/],
    ['its audience is wrong', { aud: 'another-console' }, /"aud" \(audience\) claim value/],
    ['it has a second audience', { aud: ['console', 'another'] }, /"aud" \(audience\) claim includes/],
    ['its nonce is wrong', { nonce: 'of-another-login' }, /"nonce" claim value/],
    ['its nonce is missing', { nonce: undefined }, /"nonce" \(nonce\) claim missing/],
    ['it has expired', { exp: 1 }, /"exp" \(expiration time\) claim value/],
  ])('is rejected if %s', async (_, claims, message) => {
    await expect(loginWith(claims)).rejects.toThrow(message);
    expect(localStorage).toHaveLength(0);
  });

  // spec: 9.38
  it.each(['HS256', 'none', 'ES256', 'RS512'])('is rejected if signed with %s', async (alg) => {
    await expect(loginWith({}, { alg })).rejects.toThrow(/"alg" header parameter/);
    expect(localStorage).toHaveLength(0);
  });

  // spec: 9.29, 9.37
  it('is accepted until a minute after its expiry, because clocks can differ', async () => {
    await expect(loginWith({ exp: inSeconds(-59) })).resolves.toMatchObject({ identity: { email: 'ada@acme.test' } });
    await expect(loginWith({ exp: inSeconds(-60) })).rejects.toThrow(/"exp"/);
  });
});
