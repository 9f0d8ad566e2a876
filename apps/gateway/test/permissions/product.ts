import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentityProvider } from '@portico/stack/identity-provider';
import { type CaughtMail, startMailCatcher } from '@portico/stack/mail';
import { startRecaptcha } from '@portico/stack/recaptcha';
import { productToken, signIn } from '@portico/stack/sign-in';
import { startStripe } from '@portico/stack/stripe';
import {
  type Call,
  caller,
  engines,
  eventually,
  freePort,
  type OwnKafka,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
} from '@portico/testkit';

const CONSOLE_URL = 'http://localhost:3999';
const CLIENT = { clientId: 'portico-console', audience: 'https://api.portico.test' };
export const SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'events', 'alerts'] as const;

/** The roles of callers: anonymous, and one role per user type. */
export const ROLES = ['anonymous', 'lead', 'vendor', 'client', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];

export type Service = (typeof SERVICES)[number];
/** A caller. `call` goes through the gateway; `at` calls a service's own port directly. */
export type Person = { id: number; token: string; call: Call; at: (service: Service) => Call };
export type Product = {
  /** URL of the gateway. */
  url: string;
  /** The person of each role. The anonymous person has the id 0. */
  people: Record<Role, Person>;
  /** Addresses of the product's Kafka, PostgreSQL and ClickHouse. */
  engines: { kafkaBrokers: string; postgresUrl: string; clickhouseUrl: string };
  /** The mails that the product has sent. */
  mails: () => readonly CaughtMail[];
  /** Signs in with a demo account again. */
  signOn: (account: string) => Promise<Person>;
  /** The provider's token for the lead's demo account, which `POST /auth` exchanges for a product token. */
  providerToken: () => Promise<{ token: string; email: string }>;
  /** The services and the gateway. */
  processes: readonly ServiceProcess[];
  /** Kills a service, and starts it again. */
  restart: (service: Service) => Promise<void>;
  stop: () => Promise<void>;
};

/** Kafka settings of each process and, optionally, a running Kafka that stops with the product. */
type GivenKafka = { kafka?: OwnKafka; environmentOf: (service: string) => Record<string, string> };

/**
 * Starts every service and the gateway as separate processes with their engines.
 * @throws if a process does not start; all other processes are stopped first.
 */
export async function startProduct(ownKafka?: GivenKafka): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-product-'));
  const ports = new Map<string, number>();
  for (const name of [...SERVICES, 'gateway']) ports.set(name, await freePort());
  const urlOf = (name: string): string => `http://127.0.0.1:${ports.get(name)}`;
  const [own, provider, recaptcha, stripe, mail] = await Promise.all([
    startOwnEngines(ownKafka?.kafka),
    startIdentityProvider({ port: 0, dataDir, consoleUrl: CONSOLE_URL, ...CLIENT }),
    startRecaptcha(),
    startStripe({ port: 0, webhookUrl: `${urlOf('gateway')}/stripe/webhook` }),
    startMailCatcher(),
  ]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/product_${randomUUID().slice(0, 8)}`;
  const environment = {
    ...own.environment,
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, urlOf(name)])),
    CLICKHOUSE_URL: clickhouse.href,
    CONSOLE_URL,
    API_URL: urlOf('gateway'),
    SIGNING_SECRET: 'a secret of the tests that is long enough for it',
    HOOKS_SECRET: 'a secret of webhooks that only the tests know',
    SERVICE_SECRET: 'another secret of the tests that is long enough too',
    // Raised limits, because one person sends every hostile value for every path parameter.
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_NEW_ORGANIZATIONS_PER_MINUTE: '600',
    RATE_LIMIT_NEW_USERS_PER_MINUTE: '600',
    NEW_ORGANIZATIONS_PER_DAY: '1000',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_AUDIENCE: CLIENT.audience,
    SUPER_ADMIN_EMAIL: 'superadmin@portico.test',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    SMTP_URL: mail.smtpUrl,
    RECAPTCHA_SITE_KEY: recaptcha.siteKey,
    RECAPTCHA_SECRET: recaptcha.secret,
    RECAPTCHA_URL: recaptcha.verifyUrl,
    RECAPTCHA_SCRIPT_URL: recaptcha.scriptUrl,
  };
  const processes: ServiceProcess[] = [];
  const begun = new Map<string, ServiceProcess>();
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((process) => process.stop()));
    await Promise.all([own.stop(), provider.stop(), recaptcha.stop(), stripe.stop(), mail.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  const signOn = async (account: string): Promise<Person> => {
    const { accessToken, user } = await productToken({ apiUrl: urlOf('gateway'), account, ...signOnOptions });
    const at = (service: Service): Call => caller(urlOf(service), accessToken);
    return { id: user.id, token: accessToken, call: caller(urlOf('gateway'), accessToken), at };
  };
  const begin = async (name: string): Promise<ServiceProcess> => {
    const port = String(ports.get(name));
    const process = await startServiceProcess(name, { ...environment, ...ownKafka?.environmentOf(name), PORT: port });
    processes.push(process);
    begun.set(name, process);
    return process;
  };
  const restart = async (name: Service): Promise<void> => {
    await begun.get(name)?.kill();
    await begin(name);
    await eventually(async () => (await fetch(`${urlOf(name)}/health/ready`)).status === 200, 30_000);
  };
  const start = async (): Promise<Product['people']> => {
    const starts = [...ports.keys()].map(begin);
    const failed = (await Promise.allSettled(starts)).find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    await Promise.all(
      [...ports.keys()].map((name) =>
        eventually(async () => (await fetch(`${urlOf(name)}/health/ready`)).status === 200, 30_000),
      ),
    );
    return signEveryoneOn(caller(urlOf('gateway')), signOn);
  };
  const signOnOptions = { issuer: provider.issuer, redirectUri: `${CONSOLE_URL}/callback`, ...CLIENT };
  try {
    return {
      url: urlOf('gateway'),
      people: await start(),
      engines: {
        kafkaBrokers: own.environment.KAFKA_BROKERS,
        postgresUrl: own.environment.POSTGRES_URL,
        clickhouseUrl: clickhouse.href,
      },
      mails: mail.mails,
      signOn,
      providerToken: async () => {
        const { accessToken: token, email } = await signIn({ ...signOnOptions, account: 'lead' });
        return { token, email };
      },
      processes,
      restart,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The session id in a product token. */
export const sessionOf = (token: string): number => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  return Number(claims.sid);
};

/** Sets the user type of each demo account. Then signs in again, because the change invalidates earlier tokens. */
async function signEveryoneOn(
  anonymous: Call,
  signOn: (account: string) => Promise<Person>,
): Promise<Record<Role, Person>> {
  const superAdmin = await signOn('superadmin');
  const withType = async (account: string): Promise<Person> => {
    const { id } = await signOn(account);
    await superAdmin.call('PATCH', `/users/${id}`, { usertype: account });
    return signOn(account);
  };
  return {
    anonymous: { id: 0, token: '', call: anonymous, at: () => anonymous },
    lead: await withType('lead'),
    vendor: await withType('vendor'),
    client: await withType('client'),
    admin: await withType('admin'),
    super_admin: superAdmin,
  };
}
