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
    ['a state that does not match', new SignOnError('state_mismatch', 'Invalid state'), 'Invalid state'],
    ['a missing refresh token', answered('missing_refresh_token'), 'Your session has ended'],
    ['a refresh token that was already used', answered('invalid_grant'), 'Your session has ended'],
    ['a timeout', answered('timeout'), 'The identity provider did not answer'],
    ['an unreachable provider', answered('request_error'), 'The identity provider did not answer'],
    ['a closed window', answered('cancelled'), 'Login canceled'],
    ['a missing transaction', new SignOnError('missing_transaction', ''), 'Invalid state'],
    ['mfa_required', answered('mfa_required'), 'One more step is needed'],
    ['an unavailable provider', answered('temporarily_unavailable'), 'The identity provider has a problem'],
    ['denied access', answered('access_denied'), 'Access denied'],
    ['missing provider settings', new SignOnError('invalid_configuration', ''), 'Invalid Auth0 Settings'],
    ['an unverified e-mail address', refused('email_not_verified', 'x'), 'Your e-mail address is not verified'],
    [
      'an e-mail address of another account',
      refused('email_taken', 'Ask an administrator.'),
      'Another account has your e-mail address',
    ],
    ['an unknown error', new TypeError('x is undefined'), 'Login failed'],
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
    ['a rejection by the product', refused('forbidden', 'Your account is closed'), true],
    ['a timeout', answered('timeout'), false],
    ['an unavailable provider', answered('temporarily_unavailable'), false],
    ['an unavailable product', refused('unavailable', 'x'), false],
    ['an unavailable network', answered('request_error'), false],
    ['an error in the page', new TypeError('x is undefined'), false],
  ])('returns whether %s ends the session', (_, failure, ends) => expect(endsSession(failure)).toBe(ends));
});
