import type { Config } from '@portico/contracts/http/identity';
import { isStorageBlocked } from '../browser/storage.ts';
import { serverNow } from '../../shared/time/server-clock.ts';
import { SignOnError } from './sign-on-error.ts';

/** Who the identity provider says is there: its access token, and the e-mail of its ID token. */
export type ProviderIdentity = { token: string; email: string };

/** The OpenID provider, as the session needs it. */
export type SignOn = {
  /** Leaves the page for the provider's; resolves when the browser is about to go. */
  login: (returnTo: string) => Promise<void>;
  /** Ends what `login` began, from the address the provider came back to. */
  complete: (address: string) => Promise<{ identity: ProviderIdentity; returnTo: string }>;
  /** The same identity again without showing anything. @throws when the provider wants to see the user */
  silent: () => Promise<ProviderIdentity>;
  /** Ends the provider's own session too, so that someone else can log in; leaves the page for `/`. */
  logout: () => Promise<void>;
};

const domainOf = (tenantUrl: string): string => tenantUrl.replace(/^https:\/\//, '').replace(/\/$/, '');

/** Fetches the provider's client only now: it is larger than the rest of the console. */
export const createSignOn = async (
  provider: NonNullable<Config['identityProvider']>,
  origin: string,
): Promise<SignOn> => {
  const { Auth0Client } = await import('@auth0/auth0-spa-js');
  const client = new Auth0Client({
    // A tenant on this machine has no TLS; the client takes a domain with its scheme as it is.
    domain: domainOf(provider.tenantUrl),
    clientId: provider.clientId,
    authorizationParams: {
      audience: provider.audience,
      redirect_uri: `${origin}/callback`,
      scope: 'openid profile email',
    },
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    // A reload must be able to renew where the browser keeps third-party cookies from the hidden frame.
    cacheLocation: 'localstorage',
    nowProvider: serverNow,
  });
  const identity = async (): Promise<ProviderIdentity> => {
    const token = await client.getTokenSilently();
    const email = (await client.getUser())?.email;
    if (token === undefined) throw new SignOnError('login_required', 'The provider gave no token');
    if (email === undefined) throw new SignOnError('missing_email', 'The provider gave no e-mail address');
    return { token, email };
  };
  return {
    login: async (returnTo) => {
      // What the provider's answer is checked against would be gone when it comes.
      if (isStorageBlocked()) throw new SignOnError('storage_blocked', 'The browser blocks storage');
      await client.loginWithRedirect({
        appState: { returnTo },
        // The page that only redirects leaves no trace in the history: Back goes to where the user was.
        openUrl: (address) => window.location.replace(address),
      });
    },
    complete: async (address) => {
      const { appState } = await client.handleRedirectCallback<{ returnTo?: string }>(address);
      return { identity: await identity(), returnTo: appState?.returnTo ?? '' };
    },
    silent: identity,
    logout: () => client.logout({ logoutParams: { returnTo: origin } }),
  };
};
