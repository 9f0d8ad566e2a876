import { StartError } from '../storage/data-folder.ts';
import { AuthenticationFailure, INVALID_CREDENTIALS, type Exchange, type Identity } from './mechanism.ts';
import { oauthBearer } from './oauth-bearer.ts';
import { plain } from './plain.ts';
import { tokenEndpoint, type TokenExchange } from './token-endpoint.ts';
import { TokenVerifier, type TokenOptions } from './token-verifier.ts';

export interface SaslOptions {
  /** Passwords of PLAIN users, by name. */
  readonly users?: Readonly<Record<string, string>>;
  /** Enables OAUTHBEARER. The client's name is the `sub` of its token. */
  readonly oauthBearer?: TokenOptions;
  /**
   * Exchanges the PLAIN credentials of names outside `users` for a token, which `oauthBearer` verifies. Either a function, or the URL of an
   * OAuth token endpoint (client_credentials).
   */
  readonly plainTokenEndpoint?: string | TokenExchange;
  /** Whether clients must authenticate. Default: false; a client that does not authenticate is then `User:ANONYMOUS`. */
  readonly required?: boolean;
  /** Milliseconds before a client must authenticate again (connections.max.reauth.ms). Default: 0, which means until its token expires. */
  readonly maxReauthMs?: number;
  /** Milliseconds before the broker answers a failed authentication (connection.failed.authentication.delay.ms). Default: 100. */
  readonly failureDelayMs?: number;
}

export interface Sasl {
  readonly mechanisms: ReadonlyMap<string, () => Exchange>;
  readonly required: boolean;
  readonly maxReauthMs: number;
  readonly failureDelayMs: number;
}

function checkUrl(option: string, url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartError(`${option}: ${url} is no URL`);
}

/** `onRefused` receives why an authentication failed, which clients do not see. @throws StartError if an option is invalid. */
export function openSasl(options: SaslOptions, onRefused: (reason: string) => void): Sasl {
  const { users, plainTokenEndpoint: endpoint } = options;
  if (options.oauthBearer !== undefined) checkUrl('sasl.oauthBearer.jwksUrl', options.oauthBearer.jwksUrl);
  if (typeof endpoint === 'string') checkUrl('sasl.plainTokenEndpoint', endpoint);
  const verifier = options.oauthBearer === undefined ? undefined : new TokenVerifier(options.oauthBearer);
  if (endpoint !== undefined && verifier === undefined) {
    throw new StartError('sasl.plainTokenEndpoint needs sasl.oauthBearer, which says how its tokens are checked');
  }
  const verify = (token: string): Promise<Identity> => {
    return verifier?.verify(token) ?? Promise.reject(new Error('no tokens are accepted'));
  };
  const mechanisms = new Map<string, () => Exchange>();
  if (users !== undefined || endpoint !== undefined) {
    const otherUsers = endpoint === undefined ? undefined : exchanging(endpoint, verify, onRefused);
    mechanisms.set('PLAIN', plain({ users: new Map(Object.entries(users ?? {})), others: otherUsers }));
  }
  if (verifier !== undefined) mechanisms.set('OAUTHBEARER', oauthBearer(verify, onRefused));
  if (mechanisms.size === 0) throw new StartError('sasl offers no mechanism: it needs users or oauthBearer');
  const { required = false, maxReauthMs = 0, failureDelayMs = 100 } = options;
  return { mechanisms, required, maxReauthMs, failureDelayMs };
}

/** Authenticates a name and password by exchanging this pair for a token. */
function exchanging(
  endpoint: string | TokenExchange,
  verify: (token: string) => Promise<Identity>,
  onRefused: (reason: string) => void,
): (name: string, password: string) => Promise<Identity> {
  const exchange = typeof endpoint === 'string' ? tokenEndpoint(endpoint) : endpoint;
  return async (name, password) => {
    try {
      const token = await exchange(name, password);
      if (token !== undefined) return await verify(token);
    } catch (error) {
      onRefused(`${JSON.stringify(name)}: ${error instanceof Error ? error.message : String(error)}`);
    }
    throw new AuthenticationFailure(INVALID_CREDENTIALS);
  };
}
