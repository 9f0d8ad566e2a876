import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portico/api-client';
import type { ProblemCode } from '@portico/contracts/common/problem';
import type { Session as Exchanged } from '@portico/contracts/http/identity';
import { userOf } from '../../testing/fixtures.ts';
import { createSession, type SessionEnd } from './session.ts';
import { createSessionStore } from './session-store.ts';
import type { ProviderIdentity, SignOn } from './sign-on.ts';
import { SignOnError } from './sign-on-error.ts';

const KEYS = { tokenKey: 'token', userKey: 'user' };
const IDENTITY: ProviderIdentity = { token: 'provider-token', email: 'ada@acme.test' };
const problem = (code: ProblemCode) =>
  new ApiError({ type: 'about:blank', title: code, status: 400, code, message: code });

const exchange = jest.fn<(identity: ProviderIdentity) => Promise<Exchanged>>();
const renewSession = jest.fn<() => Promise<Exchanged>>();
const endSession = jest.fn<(token: string | null) => Promise<unknown>>();
const provider = {
  login: jest.fn<SignOn['login']>(),
  complete: jest.fn<SignOn['complete']>(),
  silent: jest.fn<SignOn['silent']>(),
  logout: jest.fn<SignOn['logout']>(),
};
const begin = (token?: string) => {
  localStorage.clear();
  const store = createSessionStore(window, KEYS);
  if (token !== undefined) store.set({ token, user: userOf('CLIENT') });
  const session = createSession({
    store,
    storage: localStorage,
    exchange,
    renewSession,
    endSession,
    signOn: async () => provider,
    measureClock: async () => undefined,
  });
  const ends: SessionEnd[] = [];
  session.onEnd((end) => ends.push(end));
  return { session, store, ends };
};

beforeEach(() => {
  jest.resetAllMocks();
  exchange.mockResolvedValue({ accessToken: 'new', user: userOf('ADMIN') });
  renewSession.mockResolvedValue({ accessToken: 'new', user: userOf('ADMIN') });
  endSession.mockResolvedValue(undefined);
  provider.silent.mockResolvedValue(IDENTITY);
});

describe('a login', () => {
  // spec: 3.17, 4.20
  it('stores a session and returns the start path', async () => {
    const { session } = begin();
    provider.complete.mockResolvedValue({ identity: IDENTITY, returnTo: '/dashboard?page=2' });
    await expect(session.completeLogin('http://console.test/callback?code=1')).resolves.toBe('/dashboard?page=2');
    expect(exchange).toHaveBeenCalledWith(IDENTITY);
    expect(localStorage.getItem('token')).toBe('new');
    // A new store reads the session as after a page reload.
    expect(createSessionStore(window, KEYS).get()).toEqual({ token: 'new', user: userOf('ADMIN') });
  });

  it('stores nothing if the API rejects the login', async () => {
    const { session } = begin();
    provider.complete.mockResolvedValue({ identity: IDENTITY, returnTo: '' });
    exchange.mockRejectedValue(problem('email_mismatch'));
    await expect(session.completeLogin('http://console.test/callback?code=1')).rejects.toMatchObject({
      code: 'email_mismatch',
    });
    expect(session.current()).toBeNull();
  });
});

describe('session renewal', () => {
  it('happens once for concurrent callers', async () => {
    const { session } = begin('old');
    await expect(Promise.all([session.renew('old'), session.renew('old')])).resolves.toEqual(['new', 'new']);
    expect(renewSession).toHaveBeenCalledTimes(1);
    expect(provider.silent).not.toHaveBeenCalled();
    expect(session.current()?.user.usertype).toBe('ADMIN');
  });

  it('returns the stored token if another tab has renewed it already', async () => {
    const { session } = begin('newer');
    await expect(session.renew('old')).resolves.toBe('newer');
    expect(renewSession).not.toHaveBeenCalled();
  });

  // spec: 4.19
  it('uses the provider if the browser has no session cookie', async () => {
    renewSession.mockRejectedValue(problem('unauthenticated'));
    const { session } = begin('old');
    await expect(session.renew('old')).resolves.toBe('new');
    expect(exchange).toHaveBeenCalledWith(IDENTITY);
  });

  it('does not ask the provider for a token if the API reports that the session has ended', async () => {
    renewSession.mockRejectedValue(problem('session_ended'));
    const { session, ends } = begin('old');
    await expect(session.renew('old')).resolves.toBeNull();
    expect(session.current()).toBeNull();
    expect(ends).toEqual(['ended']);
    expect(provider.silent).not.toHaveBeenCalled();
  });

  const withoutCookie = () => renewSession.mockRejectedValue(problem('unauthenticated'));
  it.each([
    [
      'the provider requires a login',
      () => withoutCookie() && provider.silent.mockRejectedValue(new SignOnError('login_required', '')),
    ],
    [
      'the refresh token is missing',
      () => withoutCookie() && provider.silent.mockRejectedValue(new SignOnError('missing_refresh_token', '')),
    ],
    [
      "the product rejects the provider's token",
      () => withoutCookie() && exchange.mockRejectedValue(problem('unauthenticated')),
    ],
    ['a second factor is required', () => renewSession.mockRejectedValue(problem('mfa_required'))],
  ])('ends the session if %s', async (_, arrange) => {
    arrange();
    const { session, ends } = begin('old');
    await expect(session.renew('old')).resolves.toBeNull();
    expect(session.current()).toBeNull();
    expect(ends).toEqual(['expired']);
  });

  it.each([
    [
      'the provider is unreachable',
      () => withoutCookie() && provider.silent.mockRejectedValue(new TypeError('Failed to fetch')),
    ],
    [
      'the provider does not answer in time',
      () => withoutCookie() && provider.silent.mockRejectedValue(new SignOnError('timeout', '')),
    ],
    ['the product is unavailable', () => renewSession.mockRejectedValue(problem('unavailable'))],
  ])('keeps the session if %s', async (_, arrange) => {
    arrange();
    const { session, ends } = begin('old');
    await expect(session.renew('old')).resolves.toBeNull();
    expect(session.current()?.token).toBe('old');
    expect(ends).toEqual([]);
  });
});

describe('a logout', () => {
  // spec: 4.23
  it("deletes token, user and organizations, and ends the provider's session", async () => {
    const { session, ends } = begin('old');
    localStorage.setItem('organizations_local', '[1]');
    localStorage.setItem('organizations_prod', '[2]');
    localStorage.setItem('theme', 'dark');
    await session.logout();
    expect(Object.keys(localStorage)).toEqual(['theme']);
    expect(endSession).toHaveBeenCalledWith('old');
    expect(provider.logout).toHaveBeenCalledTimes(1);
    expect(ends).toEqual([]);
  });

  it('ends the session in other tabs too', () => {
    const { session, ends } = begin('old');
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(session.current()).toBeNull();
    expect(ends).toEqual(['signed-out']);
  });
});

describe('a stored session', () => {
  it('no longer contains the provider tokens that an earlier release stored', () => {
    localStorage.clear();
    for (const key of ['portico_provider', '@@auth0spajs@@::console', 'theme']) localStorage.setItem(key, '{}');
    const parts = {
      store: createSessionStore(window, KEYS),
      storage: localStorage,
      exchange,
      renewSession,
      endSession,
    };
    createSession({ ...parts, signOn: async () => provider, measureClock: async () => undefined });
    expect(Object.keys(localStorage)).toEqual(['theme']);
  });

  it.each([
    ['no user', { token: 't' }],
    ['a user that is not JSON', { token: 't', user: '{' }],
    ['a user with unknown fields only', { token: 't', user: '{"id":1}' }],
  ])('counts as signed out if it has %s', (_, stored) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    expect(createSessionStore(window, KEYS).get()).toBeNull();
  });
});
