import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Auth0Client } from '@auth0/auth0-spa-js';
import { createFakeProvider, type Claims } from '../../testing/fake-provider.ts';
import { signOnFailure } from './sign-on-failure.ts';
import type { SignOn } from './sign-on.ts';

const SECOND = 1000;
let provider: ReturnType<typeof createFakeProvider>;
let signOn: SignOn;

/** What a promise ended with, as far as time went. */
const outcomeOf = (promise: Promise<unknown>) => {
  const outcome: { value?: unknown; error?: unknown } = {};
  promise.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Web crypto answers in its own time, not in the timers'. */
const until = async (isThere: () => boolean) => {
  while (!isThere()) await setImmediate();
};
const back = () => `http://localhost/callback?code=the-code&state=${encodeURIComponent(provider.transaction().state)}`;
const logIn = async () => {
  await signOn.login('/dashboard?page=2');
  provider.onToken(() => provider.tokens(nonce));
  const { nonce } = provider.transaction();
  return signOn.complete(back());
};

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'auth0.console.is.authenticated=; max-age=0';
  document.body.replaceChildren();
  // jsdom goes nowhere, and says so.
  jest.spyOn(console, 'error').mockReturnValue();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], now: Date.UTC(2026, 0, 1) });
  provider = createFakeProvider();
  signOn = await provider.signOn();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('login', () => {
  // spec: 4.18, 7.28
  it('exchanges the code for tokens with the verifier, and returns to its start page', async () => {
    await expect(logIn()).resolves.toEqual({
      identity: { token: 'access-1', email: 'ada@acme.test' },
      returnTo: '/dashboard?page=2',
    });
    expect(provider.asked).toMatchObject([
      { grant_type: 'authorization_code', code: 'the-code', client_id: 'console' },
    ]);
    expect(provider.asked[0]?.['code_verifier']).toHaveLength(43);
  });

  it.each<[string, () => Promise<string>]>([
    [
      'of another tab',
      async () => {
        await signOn.login('/dashboard');
        return back().replace('state=', 'state=x');
      },
    ],
    ['that was not begun', async () => 'http://localhost/callback?code=1&state=2'],
  ])('rejects an invalid state: %s', async (_, address) => {
    const failure: unknown = await signOn.complete(await address()).catch((error: unknown) => error);
    expect(signOnFailure(failure).title).toBe('Invalid state');
    expect(provider.asked).toEqual([]);
  });
});

describe('the ID token', () => {
  const loginWith = async (claims: Claims, header: Claims = {}) => {
    await signOn.login('/dashboard');
    const { nonce } = provider.transaction();
    provider.onToken(() => provider.tokens(nonce, { id_token: provider.idToken(nonce, claims, header) }));
    return signOn.complete(back());
  };
  const inSeconds = (seconds: number) => Math.floor(Date.now() / SECOND) + seconds;

  // spec: 9.34, 9.35, 9.36, 9.37
  it.each<[string, Claims, RegExp]>([
    ['issuer', { iss: 'https://evil.test/' }, /^Issuer \(iss\) claim mismatch/],
    ['audience', { aud: 'another-console' }, /^Audience \(aud\) claim mismatch/],
    ['nonce', { nonce: 'of-another-login' }, /^Nonce \(nonce\) claim mismatch/],
    ['expiry', { exp: 1 }, /^Expiration Time \(exp\) claim error/],
  ])('is rejected with a wrong %s', async (_, claims, message) => {
    await expect(loginWith(claims)).rejects.toThrow(message);
    expect(localStorage).toHaveLength(0);
  });

  // spec: 9.38
  it.each(['HS256', 'none', 'ES256', 'RS512'])('is rejected when signed with %s', async (alg) => {
    await expect(loginWith({}, { alg })).rejects.toThrow(/Expected the ID token to be signed with "RS256"/);
  });

  // spec: 9.29, 9.37
  it('is accepted for at most a minute after it expired, because clocks differ', async () => {
    await expect(loginWith({ exp: inSeconds(-60) })).resolves.toMatchObject({ identity: { email: 'ada@acme.test' } });
    await expect(loginWith({ exp: inSeconds(-61) })).rejects.toThrow(/^Expiration Time/);
  });
});

describe('a silent login', () => {
  // spec: 4.19, 7.28, 9.30
  it('uses the cache until a minute before the token expires, then the refresh token', async () => {
    await logIn();
    await pass(60 * SECOND);
    await expect(signOn.silent()).resolves.toMatchObject({ token: 'access-1' });
    expect(provider.asked).toHaveLength(1);
    await pass(SECOND);
    await expect(signOn.silent()).resolves.toEqual({ token: 'access-2', email: 'ada@acme.test' });
    expect(provider.asked[1]).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
  });

  // spec: D.90
  it('uses a hidden frame without a refresh token, with scope and challenge', async () => {
    const promise = signOn.silent();
    await until(() => provider.frameAddress() !== undefined);
    const asked = Object.fromEntries(provider.frameAddress()?.searchParams ?? []);
    expect(asked).toMatchObject({
      prompt: 'none',
      response_type: 'code',
      audience: 'portico-api',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
    });
    provider.onToken(() => provider.tokens(asked['nonce'] ?? ''));
    provider.frameAnswers({ code: 'silent-code', state: asked['state'] });
    await expect(promise).resolves.toEqual({ token: 'access-1', email: 'ada@acme.test' });
    const verifier = provider.asked[0]?.['code_verifier'] ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(asked['code_challenge']);
  });

  // spec: 8.29, 9.32
  it('waits a minute for the hidden frame', async () => {
    const outcome = outcomeOf(signOn.silent());
    await until(() => provider.frameAddress() !== undefined);
    await pass(60 * SECOND - 1);
    expect(outcome).toEqual({});
    await pass(1);
    expect(signOnFailure(outcome.error).title).toBe('The identity provider did not answer');
  });

  // spec: 8.29, 9.26, 9.28
  it('waits ten seconds for the token endpoint, three times', async () => {
    await logIn();
    await pass(120 * SECOND);
    provider.onToken(() => new Promise(() => {}));
    const outcome = outcomeOf(signOn.silent());
    await until(() => provider.asked.length === 2);
    await pass(10 * SECOND - 1);
    expect(provider.asked).toHaveLength(2);
    await pass(1);
    expect(provider.asked).toHaveLength(3);
    await pass(10 * SECOND);
    expect(provider.asked).toHaveLength(4);
    await pass(10 * SECOND - 1);
    expect(outcome).toEqual({});
    await pass(1);
    expect(provider.asked).toHaveLength(4);
    expect(signOnFailure(outcome.error).title).toBe('The identity provider did not answer');
  });

  // spec: 9.31
  it('waits five seconds for the lock that another tab holds', async () => {
    provider.locks.isHeld = true;
    const outcome = outcomeOf(signOn.silent());
    await pass(5 * SECOND - 1);
    expect(outcome).toEqual({});
    await pass(1);
    expect(outcome.error).toMatchObject({ error: 'timeout' });
  });

  // spec: 8.28, 8.32
  it.each<[string, object, string]>([
    ['mfa_required', { error: 'mfa_required', mfa_token: 'x' }, 'One more step is needed'],
    ['invalid_grant', { error: 'invalid_grant' }, 'Your session has ended'],
  ])('ends when the provider answers %s', async (_, body, title) => {
    await logIn();
    await pass(120 * SECOND);
    provider.onToken(() => ({ status: 403, body }));
    const failure: unknown = await signOn.silent().catch((error: unknown) => error);
    expect(signOnFailure(failure).title).toBe(title);
  });

  // spec: 8.26, 8.28
  it('without a refresh token uses the hidden frame, and requires a login without a session there', async () => {
    await logIn();
    await pass(120 * SECOND);
    provider.onToken(() => ({
      status: 403,
      body: { error: 'invalid_grant', error_description: 'Missing Refresh Token' },
    }));
    const outcome = outcomeOf(signOn.silent());
    await until(() => provider.frameAddress() !== undefined);
    provider.frameAnswers({ error: 'login_required' });
    await until(() => outcome.error !== undefined);
    expect(signOnFailure(outcome.error).title).toBe('Please log in');
  });
});

describe('a login window', () => {
  /** The console redirects; its sign-on client would wait for a window so long. */
  const open = () => {
    const popup = { closed: false, location: { href: '' }, close: () => undefined };
    const client = new Auth0Client({ domain: 'login.test', clientId: 'console' });
    return {
      popup,
      outcome: outcomeOf(client.loginWithPopup({}, { popup })),
      isOpen: () => popup.location.href !== '',
    };
  };

  // spec: 9.27
  it('times out after a minute', async () => {
    const { outcome, isOpen } = open();
    await until(isOpen);
    await pass(60 * SECOND - 1);
    expect(outcome).toEqual({});
    await pass(1);
    expect(signOnFailure(outcome.error).title).toBe('The identity provider did not answer');
  });

  // spec: 8.30
  it('cancels the login when it is closed', async () => {
    const { popup, outcome, isOpen } = open();
    await until(isOpen);
    popup.closed = true;
    await pass(SECOND);
    expect(signOnFailure(outcome.error).title).toBe('Login canceled');
  });
});
