import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startClickHouse } from '../clickhouse/index.ts';
import { announced, running, type Running } from '../engine.ts';
import { startKafka } from '../kafka/index.ts';
import { securityOf, settleAccess } from '../kafka/security.ts';
import { startMailCatcher } from '../mail/index.ts';
import { startPostgres } from '../postgres/index.ts';
import { startChild } from '../process/child.ts';
import { freePorts } from '../process/ports.ts';
import { secretsOf } from '../secrets.ts';
import { serviceMemory } from '../service-memory.ts';
import { startRecaptcha } from '../recaptcha/index.ts';
import { startStripe } from '../stripe/index.ts';
import type { Component, Run } from './component.ts';
import type { OpenId, Settings } from './settings.ts';

export type Addresses = {
  kafkaBrokers: string;
  postgresUrl: string;
  clickhouseUrl: string;
  openId: OpenId;
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | undefined };
  recaptcha: Recaptcha;
  mail: Mail;
};

/** The mail server, and the page that shows caught mails. `pageUrl` is undefined for an external server. */
type Mail = { smtpUrl: string; pageUrl?: string };

/** The keys of reCAPTCHA, and the addresses of its stand-in. The addresses are undefined for Google's service. */
type Recaptcha = { siteKey: string; secret: string; verifyUrl?: string; scriptUrl?: string };

type EngineComponent = Component<Partial<Addresses>>;

const LOCAL = { clientId: 'portico-console', audience: 'https://api.portico.test' };
const PROVIDER_PROCESS = fileURLToPath(new URL('provider-process.ts', import.meta.url));

/** The engines that this stack starts: those without an address in the environment. Each has the same port after a restart. */
export const engineComponents = async (settings: Settings): Promise<EngineComponent[]> => {
  const { dataDir, external } = settings;
  const [postgresPort = 0, clickhousePort = 0, stripePort = 0] = await freePorts(3);
  return [
    ...(external.kafkaBrokers === undefined ? [kafka(settings)] : []),
    ...(external.postgresUrl === undefined ? [postgres(dataDir, postgresPort)] : []),
    ...(external.clickhouseUrl === undefined ? [clickhouse(dataDir, clickhousePort)] : []),
    ...(external.openId === undefined ? [openIdProvider(settings)] : []),
    ...(external.stripe === undefined ? [stripe(settings, stripePort)] : []),
    ...(external.recaptcha === undefined ? [recaptcha()] : []),
    ...(external.smtpUrl === undefined ? [mail()] : []),
  ];
};

export const externalAddresses = ({ external }: Settings, stripeApiUrl: string | undefined): Partial<Addresses> => ({
  ...(external.kafkaBrokers !== undefined && { kafkaBrokers: external.kafkaBrokers }),
  ...(external.postgresUrl !== undefined && { postgresUrl: external.postgresUrl }),
  ...(external.clickhouseUrl !== undefined && { clickhouseUrl: external.clickhouseUrl }),
  ...(external.openId !== undefined && { openId: external.openId }),
  ...(external.stripe !== undefined && { stripe: { ...external.stripe, apiUrl: stripeApiUrl } }),
  ...(external.recaptcha !== undefined && { recaptcha: external.recaptcha }),
  ...(external.smtpUrl !== undefined && { mail: { smtpUrl: external.smtpUrl } }),
});

const runOf = <Found>({ exited, stop }: Running, found: Found): Run & { found: Found } => ({ exited, stop, found });

const kafka = ({ dataDir, kafkaPort: port, apiPort }: Settings): EngineComponent => ({
  name: 'Kafka',
  detail: `localhost:${port}`,
  start: async () => {
    const engine = await startKafka({ dataDir, port, security: securityOf(dataDir, apiPort) });
    await settleAccess(engine.brokers, dataDir).catch(async (error: unknown) => {
      await engine.stop();
      throw error;
    });
    return runOf(engine, { kafkaBrokers: engine.brokers });
  },
});

const postgres = (dataDir: string, port: number): EngineComponent => ({
  name: 'PostgreSQL',
  detail: `127.0.0.1:${port}`,
  start: async () => {
    const engine = await startPostgres({ dataDir, port });
    return runOf(engine, { postgresUrl: engine.url });
  },
});

const clickhouse = (dataDir: string, port: number): EngineComponent => ({
  name: 'ClickHouse',
  detail: `127.0.0.1:${port}`,
  start: async ({ say }) => {
    const engine = await startClickHouse({ dataDir, port, onProgress: say });
    return runOf(engine, { clickhouseUrl: engine.url });
  },
});

const openIdProvider = ({ dataDir, consolePort, issuerPort }: Settings): EngineComponent => ({
  name: 'OpenID provider',
  detail: `http://localhost:${issuerPort}`,
  start: async () => {
    const child = await startChild({
      name: 'openid-provider',
      dataDir,
      command: process.execPath,
      args: [...serviceMemory('openid-provider').flags, PROVIDER_PROCESS],
      env: {
        ...serviceMemory('openid-provider').environment,
        ...process.env,
        PORT: String(issuerPort),
        DATA_DIR: join(dataDir, 'openid-provider'),
        CONSOLE_URL: `http://localhost:${consolePort}`,
        OIDC_CLIENT_ID: LOCAL.clientId,
        OIDC_AUDIENCE: LOCAL.audience,
        PRODUCT_NAME: process.env['PRODUCT_NAME'] || 'Portico',
      },
      announces: true,
    });
    const { issuer } = await announced<{ issuer: string }>('The OpenID provider', child);
    return runOf(running(child), { openId: { issuer, ...LOCAL } });
  },
});

/** The local Stripe. It runs in this process, because it is small. It sends webhooks to the same address as the real Stripe does. */
const stripe = ({ dataDir, apiPort }: Settings, port: number): EngineComponent => ({
  name: 'Stripe',
  detail: 'stand-in',
  start: async () => {
    const { stripeKey, stripeWebhook } = secretsOf(dataDir);
    const { url, secretKey, webhookSecret, stop } = await startStripe({
      port,
      file: join(dataDir, 'stripe', 'account.json'),
      secretKey: stripeKey,
      webhookSecret: stripeWebhook,
      webhookUrl: `http://localhost:${apiPort}/stripe/webhook`,
      productName: process.env['PRODUCT_NAME'] || 'Portico',
    });
    const found = { stripe: { secretKey, webhookSecret, apiUrl: url } };
    return { exited: new Promise(() => undefined), stop, found };
  },
});

const recaptcha = (): EngineComponent => ({
  name: 'reCAPTCHA',
  detail: 'stand-in',
  start: async () => {
    const { stop, ...found } = await startRecaptcha();
    return { exited: new Promise(() => undefined), stop, found: { recaptcha: found } };
  },
});

const mail = (): EngineComponent => ({
  name: 'Mail',
  detail: 'catcher',
  start: async () => {
    const { smtpUrl, url, stop } = await startMailCatcher();
    return { exited: new Promise(() => undefined), stop, found: { mail: { smtpUrl, pageUrl: url } } };
  },
});
