import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createFakeProvider } from '../../testing/fake-provider.ts';
import { endsSession, signOnFailure } from './sign-on-failure.ts';
import type { SignOn } from './sign-on.ts';

const SECOND = 1000;

let provider: ReturnType<typeof createFakeProvider>;
let signOn: SignOn;

/** Returns an object that gets the value or the error of the promise once the promise settles. */
const outcomeOf = (promise: Promise<unknown>) => {
  const outcome: { value?: unknown; error?: unknown } = {};
  promise.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Waits in real time until `isThere()` is true, because Web Crypto does not use the fake timers. */
const until = async (isThere: () => boolean) => {
  while (!isThere()) await setImmediate();
};
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

describe('a silent login', () => {
  // spec: 4.19, 7.28, 9.30
  it('uses the cache until a minute before the token expires, then the refresh token', async () => {
    await provider.logIn(signOn);
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
    const frame = Object.fromEntries(provider.frameAddress()?.searchParams ?? []);
    expect(frame).toMatchObject({
      prompt: 'none',
      response_type: 'code',
      audience: 'portico-api',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
    });
    provider.onToken(() => provider.tokens(frame['nonce'] ?? ''));
    provider.frameAnswers({ code: 'silent-code', state: frame['state'] ?? '' });
    await expect(promise).resolves.toEqual({ token: 'access-1', email: 'ada@acme.test' });
    expect(challengeOf(provider.asked[0]?.['code_verifier'])).toBe(frame['code_challenge']);
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
  it('waits at most ten seconds for each of three requests to the token endpoint', async () => {
    await provider.logIn(signOn);
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
  it('gives up after it has waited five seconds for the lock that another tab holds', async () => {
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
  ])('ends the session if the provider answers %s', async (_, body, title) => {
    await provider.logIn(signOn);
    await pass(120 * SECOND);
    provider.onToken(() => ({ status: 403, body }));
    const failure: unknown = await signOn.silent().catch((error: unknown) => error);
    expect(signOnFailure(failure).title).toBe(title);
  });

  it("keeps the session if the provider's response is not OAuth", async () => {
    await provider.logIn(signOn);
    await pass(120 * SECOND);
    provider.onToken(() => ({ status: 502, body: { message: 'Bad gateway' } }));
    const failure = await failureOf(signOn.silent());
    expect(signOnFailure(failure).title).toBe('The identity provider has a problem');
    expect(endsSession(failure)).toBe(false);
  });

  it('rejects tokens of another person', async () => {
    await provider.logIn(signOn);
    await pass(120 * SECOND);
    provider.onToken(() => provider.tokens('', { id_token: provider.idToken('', { sub: 'eve' }) }));
    expect(await failureOf(signOn.silent())).toMatchObject({ error: 'invalid_response' });
  });

  it('keeps the refresh token and e-mail if the provider does not send them again', async () => {
    await provider.logIn(signOn);
    for (const count of [2, 3]) {
      await pass(120 * SECOND);
      provider.onToken(() => provider.tokens('', { refresh_token: undefined, id_token: undefined }));
      await expect(signOn.silent()).resolves.toEqual({ token: `access-${count}`, email: 'ada@acme.test' });
      expect(provider.asked.at(-1)).toMatchObject({ refresh_token: 'refresh-1' });
    }
  });

  // spec: 8.26
  it('uses the hidden frame after the refresh token expired, and a login if the provider has no session', async () => {
    await provider.logIn(signOn);
    await pass(120 * SECOND);
    provider.onToken(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    await failureOf(signOn.silent());
    const outcome = outcomeOf(signOn.silent());
    await until(() => provider.frameAddress() !== undefined);
    const state = provider.frameAddress()?.searchParams.get('state') ?? '';
    provider.frameAnswers({ error: 'login_required', state });
    await until(() => outcome.error !== undefined);
    expect(signOnFailure(outcome.error).title).toBe('Please log in');
    expect(document.querySelector('iframe')).toBeNull();
  });
});

describe('a logout', () => {
  it("revokes the refresh token, ends the provider's session, and returns", async () => {
    await provider.logIn(signOn);
    const revoked: string[] = [];
    provider.onOther('revocation_endpoint', () => {
      revoked.push('once');
      return { body: {} };
    });
    await signOn.logout();
    expect(provider.left.at(-1)?.href).toContain('https://login.test/realms/portico/protocol/logout?');
    expect(provider.leftFor()).toMatchObject({ client_id: 'console', post_logout_redirect_uri: 'http://localhost' });
    expect(provider.leftFor()['id_token_hint']?.split('.')).toHaveLength(3);
    expect(revoked).toEqual(['once']);
    expect(localStorage).toHaveLength(0);
  });

  it.each<[string, () => void]>([
    ['has no logout endpoint', () => provider.onDiscovery({ end_session_endpoint: undefined })],
    ['is unreachable', () => void (globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch')))],
  ])('leads to the start page if the provider %s', async (_, arrange) => {
    arrange();
    await signOn.logout();
    expect(provider.left.at(-1)?.href).toBe('http://localhost/');
  });
});
