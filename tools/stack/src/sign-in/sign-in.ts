import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { DEMO_PASSWORD, findDemoAccount } from '../demo-accounts.ts';
import { createBrowser, type Browser } from './browser.ts';

export type SignInOptions = {
  issuer: string;
  clientId: string;
  audience: string;
  /** One of the console's callback addresses. It is never opened. */
  redirectUri: string;
  /** A demo account's key or e-mail address. */
  account: string;
  /** Default: the demo accounts' password. */
  password?: string;
  /** Browser for the sign-on. Pass the same browser to stay signed on between calls. */
  browser?: Browser;
};

export type SignedIn = { accessToken: string; idToken: string; refreshToken: string; email: string };

/** A refused sign-on. `code` is the OAuth error, or `access_denied` for a wrong password. */
class SignInError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'SignInError';
    this.code = code;
  }
}

const random = (): string => randomBytes(32).toString('base64url');

type Tokens = { access_token: string; id_token: string; refresh_token: string };

type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'end_session_endpoint';

/** Reads the discovery document. @throws Error when the provider cannot be reached. */
export const discover = async (issuer: string): Promise<Record<Endpoint, string>> => {
  const url = new URL('.well-known/openid-configuration', issuer.replace(/\/?$/, '/'));
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`${url.origin} cannot be reached`, { cause: error });
  });
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
  return JSON.parse(await response.text());
};

/** @throws SignInError with the OAuth error code when the provider rejects the form. */
export const requestTokens = async (issuer: string, form: Record<string, string>): Promise<Tokens> => {
  const { token_endpoint: url } = await discover(issuer);
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const answer: Tokens & { error?: string; error_description?: string } = JSON.parse(await response.text());
  if (!response.ok) throw new SignInError(answer.error ?? 'server_error', answer.error_description ?? 'no tokens');
  return answer;
};

/**
 * Signs a demo account on like a browser does: code flow with PKCE, through the login page's own form.
 * @throws SignInError when the provider refuses, Error when the provider cannot be reached.
 */
export const signIn = async (options: SignInOptions): Promise<SignedIn> => {
  const { issuer, clientId, audience, redirectUri, browser = createBrowser() } = options;
  const email = findDemoAccount(options.account)?.email ?? options.account;
  const [verifier, state, nonce] = [random(), random(), random()];
  const provider = await discover(issuer);
  const authorize = new URL(provider.authorization_endpoint);
  authorize.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    audience,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();

  let landing = await browser.open(authorize, { stopAt: redirectUri });
  if (landing.response.status === 200) {
    const form = { email, password: options.password ?? DEMO_PASSWORD };
    landing = await browser.open(landing.url, { form, stopAt: redirectUri });
  }
  const code = codeOf(landing.url, redirectUri, state, email);
  const tokens = await requestTokens(issuer, {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(provider.jwks_uri)), {
    issuer,
    audience: clientId,
    algorithms: ['RS256'],
  });
  if (payload['nonce'] !== nonce) throw new SignInError('invalid_nonce', 'the ID token answers another request');
  return {
    accessToken: tokens.access_token,
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token,
    email: String(payload['email']),
  };
};

const codeOf = (landing: URL, redirectUri: string, state: string, email: string): string => {
  if (!landing.href.startsWith(redirectUri))
    throw new SignInError('access_denied', `${email} could not sign in at ${landing.origin}`);
  const answer = landing.searchParams;
  if (answer.get('state') !== state) throw new SignInError('state_mismatch', 'the answer belongs to another request');
  const code = answer.get('code');
  if (!code) throw new SignInError(answer.get('error') ?? 'server_error', answer.get('error_description') ?? 'no code');
  return code;
};
