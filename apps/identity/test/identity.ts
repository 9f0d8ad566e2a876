import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { endByProvider } from '@portico/contracts/http/sessions';
import { type IdentityProvider, startIdentityProvider } from '@portico/stack/identity-provider';
import { type LocalRecaptcha, recaptchaToken, startRecaptcha } from '@portico/stack/recaptcha';
import { signIn, type SignedIn } from '@portico/stack/sign-in';
import { listenToDomainEvents } from '@portico/messaging';
import { parseConfig, startService } from '@portico/service';
import { caller, type Call, engines, freePort } from '@portico/testkit';
import { AppModule } from '../src/app.module.ts';
import { IdentityConfig } from '../src/config.ts';

const CONSOLE_URL = 'http://localhost:3999';
const CLIENT_ID = 'portico-console';
export const AUDIENCE = 'https://api.portico.test';
/** Signs identity's links and proofs in tests, and encrypts its keys. All suites use it, because they share one database. */
export const SIGNING_SECRET = 'kJ2v9Qm4xTz7Lw1Rb8Yc5Nd0Hf3Gs6Pa-Ue_ViXo';

export type IdentityApp = { app: NestExpressApplication; url: string; anonymous: Call; stop: () => Promise<void> };

export type Identity = IdentityApp & {
  provider: IdentityProvider;
  recaptcha: LocalRecaptcha;
  /** Signs in with a demo account at the provider, without exchanging the provider's token. */
  signOn: (account: string) => Promise<SignedIn>;
  /** Signs in with a demo account, exchanges the provider's token, and returns a client with the product token. */
  as: (account: string) => Promise<{ call: Call; id: number; token: string }>;
  /** Header with a proof that permits one public form. */
  proof: () => Promise<{ 'x-recaptcha-proof': string }>;
};

/** Whether the service consumes domain events. Without domain events, a test does not wait for Kafka. */
type Listening = { listens?: boolean };

/** Starts only the identity service, configured for the provider with this issuer. */
export async function startIdentityApp(
  issuer: string,
  environment: Record<string, string> = {},
  { listens = false }: Listening = {},
): Promise<IdentityApp> {
  const port = await freePort();
  const parsed = parseConfig(IdentityConfig, {
    ...engines(),
    PORT: String(port),
    LOG_LEVEL: 'silent',
    IDENTITY_URL: `http://127.0.0.1:${port}`,
    API_URL: `http://127.0.0.1:${port}`,
    SIGNING_SECRET,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_AUDIENCE: AUDIENCE,
    SUPER_ADMIN_EMAIL: 'superadmin@portico.test',
    ...environment,
  });
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  const { config } = parsed;
  const app = await startService(AppModule.with(config), config, {
    rawBodyPaths: [endByProvider.path],
    prepare: (service) => (listens ? listenToDomainEvents(service, config, 'identity') : undefined),
  });
  const url = await app.getUrl();
  return { app, url, anonymous: caller(url), stop: () => app.close() };
}

/** Starts the identity service with the local OpenID provider and bot check, like `npm start`. */
export async function startIdentity(
  environment: Record<string, string> = {},
  listening: Listening = {},
): Promise<Identity> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-identity-'));
  const provider = await startIdentityProvider({
    port: 0,
    dataDir,
    consoleUrl: CONSOLE_URL,
    audience: AUDIENCE,
    clientId: CLIENT_ID,
  });
  const recaptcha = await startRecaptcha();
  const botCheck = {
    RECAPTCHA_SITE_KEY: recaptcha.siteKey,
    RECAPTCHA_SECRET: recaptcha.secret,
    RECAPTCHA_URL: recaptcha.verifyUrl,
    RECAPTCHA_SCRIPT_URL: recaptcha.scriptUrl,
  };
  const identity = await startIdentityApp(provider.issuer, { ...botCheck, ...environment }, listening);
  const { url, anonymous } = identity;
  const signOn = (account: string): Promise<SignedIn> =>
    signIn({
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      audience: AUDIENCE,
      redirectUri: `${CONSOLE_URL}/callback`,
      account,
    });
  return {
    ...identity,
    provider,
    recaptcha,
    signOn,
    as: async (account) => {
      const { accessToken, email } = await signOn(account);
      const { status, body } = await anonymous('POST', '/auth', { token: accessToken, email });
      if (status !== 200) throw new Error(`POST /auth answered ${status}: ${JSON.stringify(body)}`);
      const session = body as { accessToken: string; user: { id: number } };
      return { call: caller(url, session.accessToken), id: session.user.id, token: session.accessToken };
    },
    proof: async () => {
      const { body } = await anonymous('POST', '/recaptcha', { token: recaptchaToken() });
      return { 'x-recaptcha-proof': (body as { proof: string }).proof };
    },
    stop: async () => {
      await identity.stop();
      await Promise.all([provider.stop(), recaptcha.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
