import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowser, discover, requestTokens, type Browser, type SignInOptions } from '../sign-in/index.ts';
import { startIdentityProvider } from './index.ts';

/** Address without a server: tests follow a sign-on up to its return address, but never open this address. */
export const consoleUrl = 'http://localhost:45990';
export const [clientId, audience, redirectUri] = ['portico-console', 'portico-api', `${consoleUrl}/callback`];

/** An arbitrary challenge. The tests do not redeem the codes of these requests. */
const challenge = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

/** A provider for one test file, on a free port with a separate data folder. */
export const startFixture = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-sign-on-'));
  const start = (port: number) => startIdentityProvider({ port, dataDir, consoleUrl, audience, clientId });
  let provider = await start(0);
  const { issuer, port } = provider;
  const endpoints = await discover(issuer);

  return {
    issuer,
    port,
    endpoints,
    asking: (more?: Partial<SignInOptions>): SignInOptions => ({
      issuer,
      clientId,
      audience,
      redirectUri,
      account: 'admin',
      ...more,
    }),
    authorizeUrl: (more: Record<string, string>): URL => {
      const url = new URL(endpoints.authorization_endpoint);
      const request = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
      url.search = new URLSearchParams({ ...request, ...challenge, ...more }).toString();
      return url;
    },
    refresh: (refreshToken: string) =>
      requestTokens(issuer, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
    signOut: async (browser: Browser, returnTo: string, idToken?: string) => {
      const url = new URL(endpoints.end_session_endpoint);
      const params = { client_id: clientId, post_logout_redirect_uri: returnTo };
      url.search = new URLSearchParams({ ...params, ...(idToken && { id_token_hint: idToken }) }).toString();
      const landing = await browser.open(url);
      const page = await landing.response.text();
      const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      const [, action] = /action="([^"]+)"/.exec(page) ?? [];
      if (xsrf === undefined || action === undefined) return { ...landing, page };
      const form = { xsrf, logout: 'yes' };
      return { ...(await browser.open(new URL(action, url), { form, stopAt: returnTo })), page };
    },
    /** Stops the provider and starts it again with the same folder. Resolves after the broken connections were dropped. */
    restart: async (): Promise<void> => {
      await provider.stop();
      provider = await start(port);
      for (const deadline = Date.now() + 5_000; ;) {
        const ready = await createBrowser()
          .open(new URL('.well-known/openid-configuration', issuer))
          .catch((error: unknown) => {
            if (Date.now() > deadline) throw error;
          });
        if (ready) return;
      }
    },
    stop: async (): Promise<void> => {
      await provider.stop();
      await rm(dataDir, { recursive: true });
    },
  };
};

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
