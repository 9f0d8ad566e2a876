import { dataDirOf } from '../stack-file.ts';
import { StartFault } from './fault.ts';

export type Settings = {
  dataDir: string;
  consolePort: number;
  apiPort: number;
  kafkaPort: number;
  issuerPort: number;
  /** Existing servers, which are used instead of the stack's own. */
  external: {
    kafkaBrokers: string | undefined;
    postgresUrl: string | undefined;
    clickhouseUrl: string | undefined;
    openId: OpenId | undefined;
    stripe: { secretKey: string; webhookSecret: string } | undefined;
    recaptcha: { siteKey: string; secret: string } | undefined;
    smtpUrl: string | undefined;
  };
  namesSuperAdmin: boolean;
};

/** Sign-on at an external provider: its issuer, the console's client id, and the audience of tokens. */
export type OpenId = { issuer: string; clientId: string; audience: string };

/** @throws StartFault that names the invalid variable. */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const consolePort = portOf(environment, 'CONSOLE_PORT', 3000);
  const apiPort = portOf(environment, 'API_PORT', 3001);
  const kafkaPort = portOf(environment, 'KAFKA_PORT', 9092);
  const given = (name: string) => environment[name]?.trim() || undefined;
  const settings: Settings = {
    dataDir: dataDirOf(environment),
    consolePort,
    apiPort,
    kafkaPort,
    issuerPort: apiPort + 1,
    external: {
      kafkaBrokers: given('KAFKA_BROKERS'),
      postgresUrl: given('POSTGRES_URL'),
      clickhouseUrl: given('CLICKHOUSE_URL'),
      openId: openIdOf(given('OIDC_ISSUER'), given('OIDC_CLIENT_ID'), given('OIDC_AUDIENCE')),
      stripe: stripeOf(given('STRIPE_SECRET_KEY'), given('STRIPE_WEBHOOK_SECRET')),
      recaptcha: recaptchaOf(given('RECAPTCHA_SITE_KEY'), given('RECAPTCHA_SECRET')),
      smtpUrl: given('SMTP_URL'),
    },
    namesSuperAdmin: given('SUPER_ADMIN_EMAIL') !== undefined,
  };
  refuseSamePorts(settings);
  return settings;
};

const MAX_PORT = 65_535;

const portOf = (environment: NodeJS.ProcessEnv, name: string, fallback: number): number => {
  const text = environment[name]?.trim();
  if (!text) return fallback;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > MAX_PORT)
    throw new StartFault(`${name} is '${text}', and has to be a port: a whole number from 1 to ${MAX_PORT}.`);
  return port;
};

const openIdOf = (issuer?: string, clientId?: string, audience?: string): OpenId | undefined => {
  if (issuer === undefined) return undefined;
  if (clientId === undefined || audience === undefined)
    throw new StartFault('OIDC_ISSUER is set: set OIDC_CLIENT_ID and OIDC_AUDIENCE as well.');
  if (!URL.canParse(issuer)) throw new StartFault(`OIDC_ISSUER is '${issuer}', and has to be a URL.`);
  return { issuer, clientId, audience };
};

const stripeOf = (
  secretKey?: string,
  webhookSecret?: string,
): { secretKey: string; webhookSecret: string } | undefined => {
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined)
    throw new StartFault(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both. `stripe listen --forward-to localhost:3001/stripe/webhook` prints the second.',
    );
  return { secretKey, webhookSecret };
};

const recaptchaOf = (siteKey?: string, secret?: string): { siteKey: string; secret: string } | undefined => {
  if (siteKey === undefined && secret === undefined) return undefined;
  if (siteKey === undefined || secret === undefined)
    throw new StartFault('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: set both.');
  return { siteKey, secret };
};

export const wantedPorts = (settings: Settings): { port: number; purpose: string; variable: string }[] => {
  const { consolePort, apiPort, kafkaPort, issuerPort, external } = settings;
  return [
    { port: consolePort, purpose: 'the console', variable: 'CONSOLE_PORT' },
    { port: apiPort, purpose: 'the API', variable: 'API_PORT' },
    ...(external.openId
      ? []
      : [{ port: issuerPort, purpose: 'the OpenID provider (API_PORT + 1)', variable: 'API_PORT' }]),
    ...(external.kafkaBrokers ? [] : [{ port: kafkaPort, purpose: 'Kafka', variable: 'KAFKA_PORT' }]),
  ];
};

const refuseSamePorts = (settings: Settings) => {
  const seen = new Map<number, string>();
  for (const { port, purpose, variable } of wantedPorts(settings)) {
    const other = seen.get(port);
    if (port > MAX_PORT) throw new StartFault(`There is no port ${port} for ${purpose}: set another ${variable}.`);
    if (other) throw new StartFault(`Port ${port} is wanted for ${other} and for ${purpose}: set another ${variable}.`);
    seen.set(port, purpose);
  }
};
