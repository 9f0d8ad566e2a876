import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from 'oauth4webapi';
import { isStorageBlocked } from '../browser/storage.ts';
import { serverNow } from '../../shared/time/server-clock.ts';
import { within } from './deadline.ts';
import {
  createProviderClient,
  type ProviderClient,
  type ProviderSettings,
  type ProviderTokens,
} from './provider-client.ts';
import { keptLogin, type Login } from './sign-on-storage.ts';
import { SignOnError } from './sign-on-error.ts';

const TIMEOUT_MS = 60_000;

/** The URL of the frame after its return to this origin; undefined while the frame shows the provider. */
const addressOf = (frame: HTMLIFrameElement, redirectUri: string): string | undefined => {
  try {
    const { href } = frame.contentWindow?.location ?? {};
    return href?.startsWith(redirectUri) ? href : undefined;
  } catch {
    return undefined;
  }
};

/** Opens `url` in a hidden frame. Resolves to the provider's return URL, or rejects with the SignOnError `timeout`. */
const answerInFrame = (url: URL, redirectUri: string, ms = TIMEOUT_MS): Promise<string> => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Sign-on';
  const answer = new Promise<string>((resolve) => {
    frame.addEventListener('load', () => {
      const address = addressOf(frame, redirectUri);
      if (address !== undefined) resolve(address);
    });
  });
  frame.src = url.href;
  document.body.append(frame);
  return within(
    ms,
    () => answer,
    () => new SignOnError('timeout', 'The identity provider did not answer'),
  ).finally(() => frame.remove());
};

/** The provider's access token, and the e-mail from the ID token. */
export type ProviderIdentity = { token: string; email: string };

export type SignOn = {
  /** Navigates to the provider; resolves right before the browser leaves. */
  login: (returnTo: string) => Promise<void>;
  complete: (address: string) => Promise<{ identity: ProviderIdentity; returnTo: string }>;
  /** Signs the same user in again without showing a screen. Rejects if the provider requires interaction. */
  silent: () => Promise<ProviderIdentity>;
  /** Ends the provider's session too, so that another user can log in, and navigates to `/`. */
  logout: () => Promise<void>;
};

/** Milliseconds before the expiry of an access token at which the console stops using it. */
const CACHE_LEEWAY_MS = 60_000;
const LOCK_TIMEOUT_MS = 5_000;
/** Maximum milliseconds that a logout waits for an ID token. Without the token, the provider may ask the user to confirm. */
const HINT_TIMEOUT_MS = 3_000;
const DEFAULT_SCOPE = 'openid profile email';
/** Most providers issue a refresh token only with this scope. */
const OFFLINE = 'offline_access';

const identityOf = ({ accessToken, email }: ProviderTokens): ProviderIdentity => ({ token: accessToken, email });

/** Runs `work` in one tab at a time, because a refresh token can be used only once. */
const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), LOCK_TIMEOUT_MS);
  try {
    return await navigator.locks.request('portico.sign-on', { signal: waiting.signal }, async () => {
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    throw waiting.signal.aborted ? new SignOnError('timeout', 'Another tab is signing on') : error;
  } finally {
    clearTimeout(timer);
  }
};

/** Creates the provider's client on the first call. A failure is not cached. */
const connector = (provider: ProviderSettings): (() => Promise<ProviderClient>) => {
  let connecting: Promise<ProviderClient> | null = null;
  return () => {
    connecting ??= createProviderClient(provider).catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  };
};

/** The returned functions throw a SignOnError if the provider is unreachable, or has another issuer than the configured one. */
export const createSignOn = (
  provider: ProviderSettings,
  origin: string,
  page: Pick<Location, 'assign' | 'replace'> = window.location,
): SignOn => {
  const connect = connector(provider);
  const redirectUri = `${origin}/callback`;
  /** In memory only. */
  let current: ProviderTokens | null = null;
  const keep = (tokens: ProviderTokens): ProviderTokens => (current = tokens);

  const scopeOf = ({ metadata }: ProviderClient) => {
    const offersOffline = metadata.scopes_supported?.includes(OFFLINE) ?? true;
    return provider.scope ?? (offersOffline ? `${DEFAULT_SCOPE} ${OFFLINE}` : DEFAULT_SCOPE);
  };

  const begin = async (returnTo: string, more: Record<string, string> = {}): Promise<{ login: Login; url: URL }> => {
    const client = await connect();
    const { metadata } = client;
    if (metadata.authorization_endpoint === undefined)
      throw new SignOnError('invalid_configuration', 'The provider names no authorization endpoint');
    const login = {
      state: generateRandomState(),
      nonce: generateRandomNonce(),
      verifier: generateRandomCodeVerifier(),
      returnTo,
    };
    const url = new URL(metadata.authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: scopeOf(client),
      audience: provider.audience,
      ...(provider.resource !== undefined && { resource: provider.resource }),
      state: login.state,
      nonce: login.nonce,
      code_challenge: await calculatePKCECodeChallenge(login.verifier),
      code_challenge_method: 'S256',
      ...more,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { login, url };
  };

  const redeem = async (address: string, { state, nonce, verifier }: Login): Promise<ProviderIdentity> => {
    if (new URL(address).searchParams.get('state') !== state) throw new SignOnError('state_mismatch', 'Invalid state');
    const client = await connect();
    return identityOf(keep(await client.redeem({ address, redirectUri, state, nonce, verifier })));
  };

  const refresh = async (last: ProviderTokens & { refreshToken: string }): Promise<ProviderIdentity> => {
    try {
      return identityOf(keep(await (await connect()).refresh(last)));
    } catch (error) {
      if (error instanceof SignOnError && error.error === 'invalid_grant') current = null;
      throw error;
    }
  };

  /** Signs on in a hidden frame. If the browser blocks the provider's cookies in frames, the provider answers `login_required`. */
  const askInFrame = async (ms?: number): Promise<ProviderIdentity> => {
    const { login, url } = await begin('', { prompt: 'none' });
    return redeem(await answerInFrame(url, redirectUri, ms), login);
  };

  /** An ID token for the logout. After a page reload, the token comes from a hidden frame. */
  const hintOf = async (last: ProviderTokens | null): Promise<string | undefined> => {
    if (last !== null) return last.idToken;
    await askInFrame(HINT_TIMEOUT_MS).catch(() => undefined);
    return current?.idToken;
  };

  /** The provider's logout URL, with a return URL; the console's start page if the provider has no logout URL. */
  const endOf = async (last: ProviderTokens | null): Promise<string> => {
    const { metadata, revoke } = await connect();
    // Revokes the refresh token, because the token may outlive the session.
    if (last?.refreshToken !== undefined) await revoke(last.refreshToken).catch(() => undefined);
    if (metadata.end_session_endpoint === undefined) return `${origin}/`;
    const url = new URL(metadata.end_session_endpoint);
    url.searchParams.set('client_id', provider.clientId);
    url.searchParams.set('post_logout_redirect_uri', origin);
    const hint = await hintOf(last);
    if (hint !== undefined) url.searchParams.set('id_token_hint', hint);
    return url.href;
  };

  return {
    login: async (returnTo) => {
      // Without storage, the data for checking the provider's response would be lost.
      if (isStorageBlocked()) throw new SignOnError('storage_blocked', 'The browser blocks storage');
      const { login, url } = await begin(returnTo);
      keptLogin.set(login);
      // Replaces the redirecting page in the history, so that Back returns to the user's last page.
      page.replace(url.href);
    },
    complete: async (address) => {
      const login = keptLogin.take();
      if (login === null) throw new SignOnError('missing_transaction', 'Invalid state');
      return { identity: await redeem(address, login), returnTo: login.returnTo };
    },
    silent: () =>
      alone(async () => {
        if (current !== null && current.expiresAt - CACHE_LEEWAY_MS >= serverNow()) return identityOf(current);
        if (current?.refreshToken !== undefined) return refresh({ ...current, refreshToken: current.refreshToken });
        return askInFrame();
      }),
    logout: async () => {
      const last = current;
      current = null;
      page.assign(await endOf(last).catch(() => `${origin}/`));
    },
  };
};
