import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { userOf } from '../../testing/fixtures.ts';
import { expiryOf, keepRenewed } from './renewal.ts';
import { createSessionStore } from './session-store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const tokenUntil = (expiry: number) => `head.${btoa(JSON.stringify({ exp: expiry / SECOND }))}.signature`;

const store = createSessionStore(window, { tokenKey: 'token', userKey: 'user' });
const renew = jest.fn<(token: string) => Promise<string | null>>();
const hold = (lifetime: number) => store.set({ token: tokenUntil(Date.now() + lifetime), user: userOf('CLIENT') });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  renew.mockReset();
  renew.mockResolvedValue(null);
});
afterEach(() => {
  jest.useRealTimers();
  store.clear();
});

describe('expiryOf', () => {
  it.each([
    [tokenUntil(90_000), 90_000],
    ['no token', null],
    ['a.b.c', null],
    [`a.${btoa('{}')}.c`, null],
  ])('reads the expiry of %s', (token, expiry) => expect(expiryOf(token)).toBe(expiry));
});

describe('keepRenewed', () => {
  // spec: D.30
  it('renews a minute before the token expires', async () => {
    hold(15 * MINUTE);
    const stop = keepRenewed(store, renew);
    await jest.advanceTimersByTimeAsync(14 * MINUTE - 1);
    expect(renew).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(renew.mock.calls).toEqual([[store.get()?.token]]);
    stop();
  });

  it('retries after a pause if renewing failed', async () => {
    hold(MINUTE);
    const stop = keepRenewed(store, renew);
    await jest.advanceTimersByTimeAsync(61 * SECOND);
    expect(renew).toHaveBeenCalledTimes(3);
    stop();
  });

  it('reschedules with each token, and stops at sign-out', async () => {
    const stop = keepRenewed(store, renew);
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    hold(15 * MINUTE);
    await jest.advanceTimersByTimeAsync(10 * MINUTE);
    hold(15 * MINUTE);
    await jest.advanceTimersByTimeAsync(10 * MINUTE);
    expect(renew).not.toHaveBeenCalled();
    store.clear();
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(renew).not.toHaveBeenCalled();
    stop();
  });
});
