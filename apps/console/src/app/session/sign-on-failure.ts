import { errorText } from '@portico/api-client';

export type SignOnFailure = { title: string; text: string };

const LOGIN_AGAIN = 'Please log in again.';

const INVALID_STATE = {
  title: 'Invalid state',
  text: `This login belongs to another tab or has already been used. ${LOGIN_AGAIN}`,
};

const NO_ANSWER = { title: 'The identity provider did not answer', text: 'Check your connection and try again.' };

const TEMPORARY = {
  title: 'The identity provider has a problem',
  text: 'Sign-in is temporarily unavailable. Try again in a few minutes.',
};

/** Titles and texts by error code, which comes from OpenID, the sign-on client or the API. */
const FAILURES: Readonly<Record<string, SignOnFailure>> = {
  login_required: { title: 'Please log in', text: `Your session with the identity provider has ended. ${LOGIN_AGAIN}` },
  consent_required: { title: 'Your consent is needed', text: LOGIN_AGAIN },
  interaction_required: {
    title: 'Please log in',
    text: `The identity provider needs more information from you. ${LOGIN_AGAIN}`,
  },
  state_mismatch: INVALID_STATE,
  missing_transaction: { title: 'Invalid state', text: `This login was not started in this browser. ${LOGIN_AGAIN}` },
  missing_refresh_token: { title: 'Your session has ended', text: LOGIN_AGAIN },
  invalid_grant: { title: 'Your session has ended', text: LOGIN_AGAIN },
  timeout: NO_ANSWER,
  request_error: NO_ANSWER,
  cancelled: { title: 'Login canceled', text: 'The login window was closed before login was complete.' },
  mfa_required: {
    title: 'One more step is needed',
    text: 'Your account requires a second factor. Please log in again to provide it.',
  },
  server_error: TEMPORARY,
  temporarily_unavailable: TEMPORARY,
  invalid_configuration: {
    title: 'Invalid Auth0 Settings',
    text: 'Logging in is not possible until the identity provider is configured.',
  },
  storage_blocked: {
    title: 'Your browser blocks storage',
    text: 'Login needs browser storage. Allow this site to store data, then log in again.',
  },
  access_denied: { title: 'Access denied', text: 'The identity provider denied access.' },
  email_not_verified: {
    title: 'Your e-mail address is not verified',
    text: 'Open the link in the message we sent you, then log in again.',
  },
  missing_email: {
    title: 'No e-mail address',
    text: 'Your account at the identity provider does not share an e-mail address.',
  },
};

/** Titles of failures whose text comes from the API. */
const TITLES: Readonly<Record<string, string>> = { email_taken: 'Another account has your e-mail address' };

export const failureCode = (failure: unknown): string | undefined => {
  if (typeof failure !== 'object' || failure === null) return undefined;
  // OpenID and OAuth errors have `error`; API errors have `code`.
  const code = 'error' in failure ? failure.error : 'code' in failure && failure.code;
  return typeof code === 'string' ? code : undefined;
};

/** Whether `failure` is an `ApiError`. Importing the class would load schemas that the first page does not need. */
const isRefusal = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'problem' in failure;

export const signOnFailure = (failure: unknown): SignOnFailure => {
  const code = failureCode(failure) ?? '';
  const text = isRefusal(failure) ? errorText(failure) : LOGIN_AGAIN;
  return FAILURES[code] ?? { title: TITLES[code] ?? 'Login failed', text };
};

/** Whether the provider's response belongs to a finished login, or to a login from another browser. */
export const isStale = (failure: unknown): boolean => signOnFailure(failure).title === INVALID_STATE.title;

const PASSING = [
  'timeout',
  'request_error',
  'server_error',
  'temporarily_unavailable',
  'unavailable',
  'rate_limited',
  'internal',
];

/** Whether a failed renewal ends the session. A temporary failure of the network or a server does not. */
export const endsSession = (failure: unknown): boolean => {
  const code = failureCode(failure);
  return code !== undefined && !PASSING.includes(code);
};
