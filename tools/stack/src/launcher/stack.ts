import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, buildOf } from './build.ts';
import { refuseUsedPorts, takeDataDirectory, writeStackFile, LAYOUT_VERSION } from './data-directory.ts';
import { engineComponents, externalAddresses, type Addresses } from './engine-components.ts';
import { createLaunch, type Launch } from './launch.ts';
import type { Options } from './options.ts';
import type { Runnable } from './run.ts';
import { type Screen, seconds } from './screen.ts';
import { demoComponent, seedDemoAccounts, serviceComponents, type Layout } from './service-components.ts';
import type { Settings } from './settings.ts';
import type { StackFile } from '../stack-file.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo-accounts.ts';

const showReady = (screen: Screen, { settings, addresses }: Layout, tookMs: number, demo: boolean): void => {
  const { consolePort, apiPort, dataDir, external } = settings;
  const own = (isOwn: boolean, variable: string) => (isOwn ? '' : `  (from ${variable})`);
  const below = relative(process.cwd(), dataDir);
  const shownDir = below === '' || below.startsWith('..') ? dataDir : below;
  screen.line('');
  screen.heading(`  Ready in ${seconds(tookMs)}`);
  screen.line('');
  screen.table([
    ['Console', `http://localhost:${consolePort}`],
    ['API', `http://localhost:${apiPort}`],
    ['Kafka', `${addresses.kafkaBrokers}${own(external.kafkaBrokers === undefined, 'KAFKA_BROKERS')}`],
    ['OpenID provider', `${addresses.openId.issuer}${own(external.openId === undefined, 'OIDC_ISSUER')}`],
    ...(addresses.mail.pageUrl === undefined ? [] : [['Mails', addresses.mail.pageUrl] as const]),
    ...externalRows(settings),
    ['Data, logs', `${shownDir}, ${shownDir}/logs`],
  ]);
  if (external.openId === undefined) {
    screen.line('');
    screen.table([
      ['Accounts', DEMO_ACCOUNTS.map(({ email }) => email).join('  ')],
      ['Password', DEMO_PASSWORD],
    ]);
  }
  if (external.openId !== undefined && !settings.namesSuperAdmin) {
    screen.line('');
    screen.line('  SUPER_ADMIN_EMAIL is not set. If there is no administrator yet, set it and start again.');
  }
  screen.line('');
  screen.line(
    `  ${demo && external.openId === undefined ? 'Demo events arrive about twice a second. ' : ''}Ctrl-C ends everything.`,
  );
};

/** Summary rows for external servers, without their passwords. */
const externalRows = ({ external }: Settings): (readonly [string, string])[] => [
  ...(external.postgresUrl ? [['PostgreSQL', `${hostOf(external.postgresUrl)}  (from POSTGRES_URL)`] as const] : []),
  ...(external.clickhouseUrl
    ? [['ClickHouse', `${hostOf(external.clickhouseUrl)}  (from CLICKHOUSE_URL)`] as const]
    : []),
  ...(external.stripe ? [['Stripe', 'Stripe itself  (from STRIPE_SECRET_KEY)'] as const] : []),
];

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The stack of `npm start`. `start` throws a StartFault before any start if a port, the folder or an option is unusable. */
export const createStack = (options: Options, settings: Settings, screen: Screen): Runnable => {
  const { dataDir } = settings;
  let launch: Launch<Addresses> | undefined;
  let release = () => {};
  let isRunning = false;

  const start = async () => {
    const began = performance.now();
    release = await takeDataDirectory(dataDir, options.fresh);
    await refuseUsedPorts(settings);
    writeStackFile(dataDir, stackFileOf(settings, {}, false));
    const external = externalAddresses(settings, process.env['STRIPE_API_URL']);
    const layoutOf = (found: Partial<Addresses>): Layout => ({
      root: ROOT,
      settings,
      addresses: whole({ ...external, ...found }),
      dev: options.dev,
    });
    launch = createLaunch<Addresses>(
      {
        engines: await engineComponents(settings),
        build: () => built(options, settings),
        components: (found) => serviceComponents(layoutOf(found)),
      },
      screen,
    );
    const found = await launch.start();
    const layout = layoutOf(found);
    if (isLocal(settings)) await giveRoles(layout, screen);
    writeStackFile(dataDir, stackFileOf(settings, layout.addresses, true));
    isRunning = true;
    showReady(screen, layout, performance.now() - began, options.demo);
    if (options.demo && isLocal(settings)) launch.add(demoComponent(layout));
  };

  const stop = async () => {
    if (launch) {
      await launch.stop();
      rmSync(buildOf(ROOT, dataDir), { recursive: true, force: true });
    }
    if (isRunning) writeStackFile(dataDir, stackFileOf(settings, {}, false));
    release();
  };
  return { start, stop };
};

/** Whether people sign on at the stack's own provider, which has demo accounts. */
const isLocal = ({ external }: Settings) => external.openId === undefined;

/** Gives the demo accounts their roles, but only at the first start, so that later changes of roles are kept. */
const giveRoles = async (layout: Layout, screen: Screen) => {
  const marker = join(layout.settings.dataDir, 'demo-accounts');
  if (existsSync(marker)) return;
  await screen.step('Demo accounts', () => seedDemoAccounts(layout));
  writeFileSync(marker, '');
};

const built = async ({ dev }: Options, { dataDir }: Settings): Promise<string> => {
  if (dev) return 'not needed, run from source';
  const names = await build(ROOT, buildOf(ROOT, dataDir));
  return names.length === 0 ? 'nothing has changed' : names.join(', ');
};

/** Returns the complete addresses. @throws Error if an address is missing, which is a defect of the launcher. */
const whole = (addresses: Partial<Addresses>): Addresses => {
  const { kafkaBrokers, postgresUrl, clickhouseUrl, openId, stripe, recaptcha, mail } = addresses;
  if (!kafkaBrokers || !postgresUrl || !clickhouseUrl || !openId || !stripe || !recaptcha || !mail)
    throw new Error('an engine has no address');
  return { kafkaBrokers, postgresUrl, clickhouseUrl, openId, stripe, recaptcha, mail };
};

const stackFileOf = (settings: Settings, addresses: Partial<Addresses>, running: boolean): StackFile => ({
  version: LAYOUT_VERSION,
  pid: process.pid,
  running,
  consoleUrl: `http://localhost:${settings.consolePort}`,
  apiUrl: `http://localhost:${settings.apiPort}`,
  kafkaBrokers: addresses.kafkaBrokers ?? '',
  ownsKafka: settings.external.kafkaBrokers === undefined,
  issuer: addresses.openId?.issuer ?? '',
  clientId: addresses.openId?.clientId ?? '',
  audience: addresses.openId?.audience ?? '',
  postgresUrl: addresses.postgresUrl ?? '',
  clickhouseUrl: addresses.clickhouseUrl ?? '',
  stripeApiUrl: addresses.stripe?.apiUrl ?? '',
  mailUrl: addresses.mail?.pageUrl ?? '',
});
