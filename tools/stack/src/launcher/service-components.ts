import { join } from 'node:path';
import { startConsole } from '@portico/console-host';
import { ACCESS, principalOf } from '@portico/kafka/access';
import { buildOf } from './build.ts';
import { DEMO_ACCOUNTS } from '../demo-accounts.ts';
import { kafkaCredentials } from '../kafka/security.ts';
import { runCommand } from '../process/command.ts';
import { freePorts } from '../process/ports.ts';
import { secretsOf } from '../secrets.ts';
import { serviceMemory } from '../service-memory.ts';
import { type Part, partsOf } from '../service-parts.ts';
import type { Addresses } from './engine-components.ts';
import type { Component } from './component.ts';
import { service } from './service.ts';
import type { Settings } from './settings.ts';

export type Layout = {
  root: string;
  settings: Settings;
  addresses: Addresses;
  /** Runs the services from source, and restarts them after changes. */
  dev: boolean;
};

/** The services, the gateway and the console, in the order in which they stop. */
export const serviceComponents = async (layout: Layout): Promise<{ outer: Component[]; services: Component[] }> => {
  const parts = partsOf();
  const ports = await freePorts(parts.length);
  const env = environmentOf(layout, new Map(parts.map(({ name }, index) => [name, ports[index] ?? 0])));
  const { apiPort } = layout.settings;
  return {
    outer: [
      nest(layout, { name: 'gateway', app: 'gateway' }, apiPort, env),
      layout.dev ? devConsole(layout) : builtConsole(layout),
    ],
    services: parts.map((part, index) => nest(layout, part, ports[index] ?? 0, env)),
  };
};

const DEMO = 'tools/stack/src/demo/main.ts';

export const demoComponent = (layout: Layout): Component =>
  service({
    name: 'demo',
    dataDir: layout.settings.dataDir,
    args: [...serviceMemory('demo').flags, join(layout.root, DEMO)],
    env: { ...serviceMemory('demo').environment, ...demoEnvironment(layout) },
    cwd: layout.root,
  });

/** Runs before people can sign on. @throws CommandFailed if the API rejects the roles. */
export const seedDemoAccounts = async (layout: Layout): Promise<void> => {
  const args = [join(layout.root, DEMO), '--accounts-only'];
  await runCommand({ command: process.execPath, args, cwd: layout.root, env: demoEnvironment(layout) });
};

const demoEnvironment = ({ settings, addresses }: Layout): NodeJS.ProcessEnv => ({
  ...process.env,
  API_URL: `http://localhost:${settings.apiPort}`,
  CONSOLE_URL: `http://localhost:${settings.consolePort}`,
  KAFKA_BROKERS: addresses.kafkaBrokers,
  ...openIdEnvironment(addresses),
});

const openIdEnvironment = ({ openId }: Addresses) => ({
  OIDC_ISSUER: openId.issuer,
  OIDC_CLIENT_ID: openId.clientId,
  OIDC_AUDIENCE: openId.audience,
});

const environmentOf = ({ settings, addresses }: Layout, ports: ReadonlyMap<string, number>): NodeJS.ProcessEnv => {
  const urls = [...ports].map(([name, port]) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}`]);
  const superAdmin = DEMO_ACCOUNTS.find(({ key }) => key === 'superadmin')?.email;
  const { stripe, recaptcha, mail } = addresses;
  return {
    // Another provider has no demo accounts. With such a provider, the environment names the first super admin.
    ...(settings.external.openId === undefined && { SUPER_ADMIN_EMAIL: superAdmin }),
    SIGNING_SECRET: secretsOf(settings.dataDir).signing,
    SERVICE_SECRET: secretsOf(settings.dataDir).service,
    HOOKS_SECRET: secretsOf(settings.dataDir).hooks,
    // The stack lists events that the README's `kcat` command sends, although the command has no key.
    INTEGRATION_TRUST_DEFAULT: 'observe',
    ...process.env,
    API_URL: `http://localhost:${settings.apiPort}`,
    ...Object.fromEntries(urls),
    // In production mode, services reject the stand-ins.
    NODE_ENV: 'development',
    KAFKA_BROKERS: addresses.kafkaBrokers,
    ...(settings.external.kafkaBrokers === undefined && {
      KAFKA_PUBLIC_PROTOCOL: 'SASL_PLAINTEXT',
      KAFKA_PUBLIC_MECHANISMS: 'PLAIN,OAUTHBEARER',
    }),
    POSTGRES_URL: addresses.postgresUrl,
    CLICKHOUSE_URL: addresses.clickhouseUrl,
    CONSOLE_URL: `http://localhost:${settings.consolePort}`,
    ...openIdEnvironment(addresses),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiUrl !== undefined && { STRIPE_API_URL: stripe.apiUrl }),
    RECAPTCHA_SITE_KEY: recaptcha.siteKey,
    RECAPTCHA_SECRET: recaptcha.secret,
    ...(recaptcha.verifyUrl !== undefined && { RECAPTCHA_URL: recaptcha.verifyUrl }),
    ...(recaptcha.scriptUrl !== undefined && { RECAPTCHA_SCRIPT_URL: recaptcha.scriptUrl }),
    SMTP_URL: mail.smtpUrl,
    ...(mail.pageUrl !== undefined && hookEnvironment(mail.pageUrl)),
  };
};

/** Channels may send to the catcher's stand-ins, and to public addresses. */
const hookEnvironment = (pageUrl: string) => ({
  EGRESS_LOCAL_ORIGIN: new URL(pageUrl).origin,
  SLACK_API_URL: new URL('slack/api', pageUrl).href,
  PAGERDUTY_URL: new URL('pagerduty', pageUrl).href,
  OPSGENIE_URL: new URL('opsgenie', pageUrl).href,
  OPSGENIE_EU_URL: new URL('opsgenie/eu', pageUrl).href,
});

/** A service's credentials at the stack's broker. Credentials for another broker come from the environment. */
const kafkaEnvironment = ({ dataDir, external }: Settings, name: string): NodeJS.ProcessEnv =>
  external.kafkaBrokers === undefined && name in ACCESS ? kafkaCredentials(dataDir, principalOf(name)) : {};

const nest = (
  { root, settings, dev }: Layout,
  { name, app, roles }: Part,
  port: number,
  env: NodeJS.ProcessEnv,
): Component => {
  const memory = serviceMemory(app, roles);
  return service({
    name,
    dataDir: settings.dataDir,
    args: dev
      ? ['--watch', '--watch-preserve-output', '--import', './tools/swc-hook.mjs', `apps/${app}/src/main.ts`]
      : ['--enable-source-maps', ...memory.flags, join(buildOf(root, settings.dataDir), 'dist/services', `${app}.js`)],
    env: {
      ...memory.environment,
      ...env,
      ...kafkaEnvironment(settings, app),
      ...(roles !== undefined && { EVENTS_ROLES: roles }),
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    cwd: root,
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    detail: `http://${name === 'gateway' ? 'localhost' : '127.0.0.1'}:${port}`,
  });
};

const builtConsole = ({ root, settings, addresses }: Layout): Component => {
  const { consolePort: port, apiPort } = settings;
  return {
    name: 'console',
    detail: `http://localhost:${port}`,
    start: async () => {
      const { stop } = await startConsole({
        folder: join(buildOf(root, settings.dataDir), 'apps/console/dist'),
        port,
        apiUrl: `http://localhost:${apiPort}`,
        issuer: addresses.openId.issuer,
        botCheck: addresses.recaptcha.scriptUrl,
      });
      return { exited: new Promise(() => undefined), stop, found: undefined };
    },
  };
};

const devConsole = ({ root, settings }: Layout): Component => {
  const { dataDir, consolePort, apiPort } = settings;
  return service({
    name: 'console',
    dataDir,
    args: [join(root, 'node_modules/.bin/vite')],
    env: { ...process.env, API_URL: `http://localhost:${apiPort}`, HOST: '127.0.0.1', PORT: String(consolePort) },
    cwd: join(root, 'apps/console'),
    readyUrl: `http://127.0.0.1:${consolePort}/`,
    detail: `http://localhost:${consolePort}, hot reload`,
  });
};
