import { createApiClient } from '@portico/api-client';
import { exchangeToken, type Session } from '@portico/contracts/http/identity';
import { signIn, type SignInOptions } from './sign-in.ts';

type ProductTokenOptions = SignInOptions & {
  apiUrl: string;
};

/**
 * Signs a demo account on and exchanges the provider's token at `POST /auth`, like the console does.
 * @returns the product token, valid for at most 15 minutes, and its user.
 * @throws SignInError when the provider refuses, ApiError when the API refuses or cannot be reached.
 */
export const productToken = async ({ apiUrl, ...options }: ProductTokenOptions): Promise<Session> => {
  const { accessToken, email } = await signIn(options);
  const api = createApiClient({ baseUrl: apiUrl, token: () => null });
  return api.call(exchangeToken, { body: { token: accessToken, email } });
};
