import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@portico/api-client';
import type { ProblemCode } from '@portico/contracts/common/problem';
import { SignOnError } from './sign-on-error.ts';
import { endsSession, signOnFailure } from './sign-on-failure.ts';

const refused = (code: ProblemCode, message: string) =>
  new ApiError({ type: 'about:blank', title: 'x', status: 403, code, message });
const answered = (code: string) => new SignOnError(code, 'of the provider');

describe('signOnFailure', () => {
  // spec: 8.26, 8.27, 8.28, 8.29, 8.30, 8.31, 8.32
  it.each<[string, unknown, string]>([
    ['login_required', answered('login_required'), 'Please log in'],
    ['a foreign state', new SignOnError('state_mismatch', 'Invalid state'), 'Invalid state'],
    ['a missing refresh token', answered('missing_refresh_token'), 'Your session has ended'],
    ['a refresh token that was used', answered('invalid_grant'), 'Your session has ended'],
    ['a timeout', answered('timeout'), 'The identity provider did not answer'],
    ['a provider that is not reached', answered('request_error'), 'The identity provider did not answer'],
    ['a window that was closed', answered('cancelled'), 'Login canceled'],
    ['a lost transaction', new SignOnError('missing_transaction', ''), 'Invalid state'],
    ['mfa_required', answered('mfa_required'), 'One more step is needed'],
    ['a provider that is down', answered('temporarily_unavailable'), 'The identity provider has a problem'],
    ['access that was denied', answered('access_denied'), 'Access denied'],
    ['no provider', new SignOnError('invalid_configuration', ''), 'Invalid Auth0 Settings'],
    ['an e-mail that is not verified', refused('email_not_verified', 'x'), 'Your e-mail address is not verified'],
    [
      'an e-mail of another account',
      refused('email_taken', 'Ask an administrator.'),
      'Another account has your e-mail address',
    ],
    ['anything else', new TypeError('x is undefined'), 'Login failed'],
  ])('explains %s', (_, failure, title) => {
    expect(signOnFailure(failure).title).toBe(title);
    expect(signOnFailure(failure).text).toMatch(/^[A-Z].+\.$/);
  });

  it('shows the message of the API', () =>
    expect(signOnFailure(refused('forbidden', 'Your account is closed')).text).toBe('Your account is closed'));
});

describe('endsSession', () => {
  it.each<[string, unknown, boolean]>([
    ['login_required', answered('login_required'), true],
    ['a missing refresh token', answered('missing_refresh_token'), true],
    ['mfa_required', answered('mfa_required'), true],
    ['a refusal of the product', refused('forbidden', 'Your account is closed'), true],
    ['a timeout', answered('timeout'), false],
    ['a provider that is down', answered('temporarily_unavailable'), false],
    ['a product that is down', refused('unavailable', 'x'), false],
    ['a network that is down', answered('request_error'), false],
    ['a page that fails', new TypeError('x is undefined'), false],
  ])('returns for %s: %j', (_, failure, ends) => expect(endsSession(failure)).toBe(ends));
});
