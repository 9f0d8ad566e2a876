import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowser, requestTokens } from '../sign-in/index.ts';
import type { Browser, SignInOptions } from '../sign-in/index.ts';
import { startIdentityProvider } from './index.ts';

/** Where no console listens: a sign-on is followed up to its return address, which is never opened. */
export const consoleUrl = 'http://localhost:45990';
export const [clientId, audience, redirectUri] = ['portico-console', 'portico-api', `${consoleUrl}/callback`];

/** Any challenge: the codes of these requests are not redeemed. */
export const challenge = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

/** A provider of one test file, on a free port with a data folder of its own. */
export const startFixture = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-sign-on-'));
  const start = (port: number) => startIdentityProvider({ port, dataDir, consoleUrl, audience, clientId });
  let provider = await start(0);
  const { issuer, port } = provider;

  return {
    issuer,
    port,
    asking: (more?: Partial<SignInOptions>): SignInOptions => ({
      issuer,
      clientId,
      audience,
      redirectUri,
      account: 'admin',
      ...more,
    }),
    authorizeUrl: (more: Record<string, string>): URL => {
      const url = new URL('authorize', issuer);
      const request = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
      url.search = new URLSearchParams({ ...request, ...challenge, ...more }).toString();
      return url;
    },
    refresh: (refreshToken: string) =>
      requestTokens(issuer, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
    signOut: (browser: Browser, returnTo: string) => {
      const url = new URL('v2/logout', issuer);
      url.search = new URLSearchParams({ client_id: clientId, returnTo }).toString();
      return browser.open(url, { stopAt: returnTo });
    },
    /** Stops and starts again with the same folder; ready when the connections that broke are forgotten. */
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
