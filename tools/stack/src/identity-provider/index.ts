import { Provider } from 'oidc-provider';
import { loginRoutes } from './login-routes.ts';
import { listenOnLoopback } from '../process/loopback.ts';
import { onlyConsoleOrigin } from './origin.ts';
import { providerOptions } from './provider-options.ts';
import type { SignOnClient } from './sign-on-client.ts';
import { openSignOnStore, type SignOnStore } from './sign-on-store.ts';
import { cookieKey, signingKeys } from './signing-key.ts';

type IdentityProviderOptions = Omit<SignOnClient, 'productName'> & {
  /** 0 picks a free port. */
  port: number;
  /** Folder for the signing key, sessions and refresh tokens. Created if missing. Only one process may use it at a time. */
  dataDir: string;
  /** Listen only on this address and use it in URLs, instead of `localhost` on 127.0.0.1 and ::1. */
  host?: string;
  /** Name shown on the pages. Default Portico. */
  productName?: string;
};

export type IdentityProvider = {
  issuer: string;
  port: number;
  stop: () => Promise<void>;
};

const createProvider = async (issuer: string, client: SignOnClient, store: SignOnStore): Promise<Provider> => {
  const secrets = {
    jwks: await signingKeys(store),
    cookieKey: await cookieKey(store),
    port: Number(new URL(issuer).port),
  };
  const provider = new Provider(issuer, providerOptions(client, store, secrets));
  provider.on('server_error', (_ctx, error) => console.error('sign-on failed:', error));
  provider.use(onlyConsoleOrigin(client.consoleUrl));
  provider.use(loginRoutes(provider, client));
  return provider;
};

/**
 * Starts an OpenID provider for this machine: five demo accounts, code flow with PKCE, silent sign-on, rotating refresh tokens, RS256
 * tokens. Clients find its endpoints in its discovery document, as with any provider.
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export const startIdentityProvider = async (options: IdentityProviderOptions): Promise<IdentityProvider> => {
  const { port: wanted, dataDir, host, ...client } = { productName: 'Portico', ...options };
  const store = openSignOnStore(dataDir);
  try {
    // The port must be known first, because it is part of the issuer and so of every token.
    const { port, serve, close } = await listenOnLoopback(wanted, host);
    const issuer = `http://${host?.includes(':') ? `[${host}]` : (host ?? 'localhost')}:${port}`;
    const stop = async () => {
      await close();
      store.close();
    };
    try {
      const handle = (await createProvider(issuer, client, store)).callback();
      serve((request, response) => void handle(request, response));
    } catch (error) {
      await close();
      throw error;
    }
    return { issuer, port, stop };
  } catch (error) {
    store.close();
    throw error;
  }
};
