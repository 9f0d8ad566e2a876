import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userOf } from '../../testing/fixtures.ts';
import { renderConsole, type RenderOptions } from '../../testing/render-console.tsx';
import { SignOnError } from './sign-on-error.ts';

// React logs every error that reaches an error page.
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => void jest.restoreAllMocks());

describe('a failed login', () => {
  // spec: 8.26, 8.27, 8.28, 8.29, 8.30, 8.31, 8.32
  it.each<[string, Error, string]>([
    ['login_required', new SignOnError('login_required', 'Login required'), 'Please log in'],
    ['state_mismatch', new SignOnError('state_mismatch', 'Invalid state'), 'Invalid state'],
    ['a missing transaction', new SignOnError('missing_transaction', 'Invalid state'), 'Invalid state'],
    ['a missing refresh token', new SignOnError('missing_refresh_token', ''), 'Your session has ended'],
    ['a timeout', new SignOnError('timeout', ''), 'The identity provider did not answer'],
    ['a cancelled popup', new SignOnError('cancelled', ''), 'Login canceled'],
    ['mfa_required', new SignOnError('mfa_required', ''), 'One more step is needed'],
  ])('shows the reason and a retry for %s', async (_, failure, title) => {
    renderConsole({ path: '/callback?code=1&state=2', signOn: { complete: () => Promise.reject(failure) } });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('heading', { name: title })).toBeTruthy();
    expect(alert.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('a rejected product token', () => {
  /** Renders the console with an API that accepts only the token `accepted`. */
  const show = (signOn: RenderOptions['signOn'], exchanged = 'renewed') =>
    renderConsole({
      path: '/products',
      usertype: 'CLIENT',
      api: {
        'GET /billable-products': (_, { headers }) =>
          new Headers(headers).get('authorization') === 'Bearer renewed' ? [] : new Response(null, { status: 401 }),
        'GET /users/organizations': () => ({ data: [], count: 0 }),
        'POST /auth/renewal': () => new Response(null, { status: 401 }),
        'POST /auth': () => ({ accessToken: exchanged, user: userOf('CLIENT') }),
      },
      ...(signOn && { signOn }),
    });

  // spec: 4.19, D.30
  it('is renewed silently, and the request is retried', async () => {
    const login = jest.fn(async () => undefined);
    const silent = jest.fn(async () => ({ token: 'provider-token', email: 'ada@acme.test' }));
    const { calls, location } = show({ login, silent });
    expect(await screen.findByText('There are no products yet')).toBeTruthy();
    expect(calls.filter((call) => call === 'POST /auth')).toHaveLength(1);
    expect(localStorage.getItem('token')).toBe('renewed');
    expect(silent).toHaveBeenCalledTimes(1);
    expect([location(), login.mock.calls]).toEqual(['/products', []]);
  });

  // spec: 4.21
  it('redirects to the login if the silent renewal fails', async () => {
    const login = jest.fn(async (_returnTo: string) => undefined);
    show({ login, silent: () => Promise.reject(new SignOnError('login_required', 'Login required')) });
    await waitFor(() => expect(login).toHaveBeenCalledTimes(1));
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });
});
