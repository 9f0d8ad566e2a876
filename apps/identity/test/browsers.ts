import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { TestProvider } from './test-provider.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** A browser with one session: the cookie, the product token, and the user. */
export type Browser = { token: string; cookie: string; user: { id: number }; session: number };

export const newEmail = (): string => `${randomUUID()}@example.test`;
/** Name of the cookie in a Cookie header. */
export const nameOf = (cookie: string): string => cookie.split('=')[0] ?? '';
const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Creates a browser from a response with a session. */
export const browserOf = async (response: Response): Promise<Browser> => {
  const { accessToken: token, user } = (await response.json()) as { accessToken: string; user: { id: number } };
  return { token, cookie: cookieOf(response), user, session: Number(decodeJwt(token)['sid']) };
};

/** Creates browsers that sign in through the provider at this URL of identity. */
export const browsersAt = (url: string, provider: TestProvider) => {
  const enter = async (email: string, claims: Record<string, unknown> = {}): Promise<Response> => {
    const token = await provider.sign({ claims: { email, email_verified: true, name: 'Vera', ...claims } });
    return fetch(`${url}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, 'x-client-address': '203.0.113.77' },
      body: JSON.stringify({ token, email }),
    });
  };
  return {
    enter,
    signIn: async (email: string): Promise<Browser> => browserOf(await enter(email)),
    renew: (cookie: string): Promise<Response> => fetch(`${url}/auth/renewal`, { method: 'POST', headers: { cookie } }),
  };
};
