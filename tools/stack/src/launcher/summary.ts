import { relative } from 'node:path';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo-accounts.ts';
import { seconds } from './screen.ts';
import type { Screen } from './screen.ts';
import type { Layout } from './service-components.ts';
import type { Settings } from './settings.ts';

/** The summary after a start: addresses, and accounts that can sign in. */
export const showReady = (screen: Screen, { settings, addresses }: Layout, tookMs: number, demo: boolean): void => {
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

/** Existing servers, which were not started, without their passwords. */
const externalRows = ({ external }: Settings): (readonly [string, string])[] => [
  ...(external.postgresUrl ? [['PostgreSQL', `${hostOf(external.postgresUrl)}  (from POSTGRES_URL)`] as const] : []),
  ...(external.clickhouseUrl
    ? [['ClickHouse', `${hostOf(external.clickhouseUrl)}  (from CLICKHOUSE_URL)`] as const]
    : []),
  ...(external.stripe ? [['Stripe', 'Stripe itself  (from STRIPE_SECRET_KEY)'] as const] : []),
];

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
