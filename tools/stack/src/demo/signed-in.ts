import { createApiClient, type ApiClient } from '@portico/api-client';
import type { DemoAccount } from '../demo-accounts.ts';
import { productToken } from '../sign-in/index.ts';
import type { DemoEnvironment } from './environment.ts';

/** Returns an API client of a demo account. It signs on immediately, and again when the product token has expired. */
export const signedIn = async (environment: DemoEnvironment, account: DemoAccount['key']): Promise<ApiClient> => {
  const signOn = async (): Promise<string> => {
    const { accessToken } = await productToken({
      apiUrl: environment.API_URL,
      issuer: environment.OIDC_ISSUER,
      clientId: environment.OIDC_CLIENT_ID,
      audience: environment.OIDC_AUDIENCE,
      redirectUri: new URL('/callback', environment.CONSOLE_URL).href,
      account,
    });
    return accessToken;
  };
  let token = await signOn();
  return createApiClient({
    baseUrl: environment.API_URL,
    token: () => token,
    onUnauthenticated: async () => {
      token = await signOn();
      return token;
    },
  });
};
