import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@portico/stack';
import { caller, startServiceProcess } from '@portico/testkit';
import { Client } from 'pg';
import type { Options } from './options.ts';
import type { BenchStack } from './bench-stack.ts';
import { type RequestTimes, timeRequests } from './timed-requests.ts';

const ORGANIZATIONS = 10_000;
const INTEGRATIONS = 50_000;
const MEMBERSHIPS = 100_000;
/** Each is a member of ten organizations. */
const USERS = MEMBERSHIPS / 10;

export type OrgsFigures = {
  organizations: number;
  integrations: number;
  memberships: number;
  requests: RequestTimes;
};

/** As an administrator. */
const OF_ORGS: Record<string, (turn: number) => string> = {
  'organizations, first page': () => '/organizations',
  'organizations, last page': () => `/organizations?offset=${ORGANIZATIONS - 10}`,
  'organizations, 100 a page': (turn) => `/organizations?limit=100&offset=${turn * 100}`,
  'organizations, one by name': (turn) => `/organizations?search=Northwind%20${1_000 + turn * 37}`,
  'organizations, two letters': (turn) => `/organizations?search=${['no', 'co', 'fa'][turn % 3]}`,
  'one organization with its users': (turn) => `/organizations/${1 + turn * 37}`,
};
/** As a member of ten organizations. */
const OF_MEMBER: Record<string, (turn: number) => string> = {
  'own memberships': () => '/users/organizations',
  'search, who is no administrator': (turn) => `/organizations?search=contoso%20${turn}`,
};
const OF_INTEGRATIONS: Record<string, (turn: number) => string> = {
  'integrations, first page': () => '/integrations',
  'integrations, last page': () => `/integrations?offset=${INTEGRATIONS - 10}`,
  'integrations, one by name': (turn) => `/integrations?search=payroll%20${10_000 + turn * 37}`,
  'integrations, frequent text': (turn) => `/integrations?search=${['payroll', 'BANKING', 'cards'][turn % 3]}`,
  'integrations, one letter': (turn) => `/integrations?search=${['a', 'k', '7'][turn % 3]}`,
  'integrations, found nowhere': (turn) => `/integrations?search=nowhere%20${turn}`,
};

const FILL_ORGS = [
  `insert into organizations (name, billing_email, city)
   select (array['Northwind','Contoso','Fabrikam','Tailspin','Wingtip'])[1 + n % 5] || ' ' || n, 'bills' || n || '@x.test', 'Oslo'
   from generate_series(1, ${ORGANIZATIONS}) n`,
  `insert into users (id, name, email, usertype, version)
   select n, 'User ' || n, 'user' || n || '@x.test', 'CLIENT', 1 from generate_series(1, ${USERS}) n
   on conflict do nothing`,
  `insert into memberships (user_id, organization_id, approved)
   select 1 + n % ${USERS}, 1 + (n * 7 + n / ${USERS}) % ${ORGANIZATIONS}, n % 10 <> 0
   from generate_series(0, ${MEMBERSHIPS - 1}) n`,
  'vacuum analyze',
];
/** The service follows the organizations that other benchmarks have published: some are there already. */
const FILL_INTEGRATIONS = [
  `insert into organizations (id, name, version) select n, 'Organization ' || n, 1 from generate_series(1, ${ORGANIZATIONS}) n
   on conflict do nothing`,
  `insert into integrations (name, display_name, description, organization_id)
   select (array['payroll','banking','cards','invoicing'])[1 + n % 4] || ' ' || n, case when n % 2 = 0 then 'Shown as ' || n end,
          'Moves what has to be moved', 1 + n % ${ORGANIZATIONS} from generate_series(1, ${INTEGRATIONS}) n`,
  'vacuum analyze',
];

/** The lists of orgs and integrations over loopback. */
export async function benchOrgs({ brokers, tokens }: BenchStack, { requests }: Options): Promise<OrgsFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-orgs-'));
  const postgres = await startPostgres({ dataDir });
  const environment = {
    KAFKA_BROKERS: brokers,
    POSTGRES_URL: postgres.url,
    IDENTITY_URL: tokens.identityUrl,
    API_URL: 'http://127.0.0.1:1',
    SIGNING_SECRET: 'of no use in a benchmark, and long enough',
  };
  const [orgs, integrations] = await Promise.all([
    startServiceProcess('orgs', environment),
    startServiceProcess('integrations', environment),
  ]);
  try {
    await fill(`${postgres.url}/orgs`, FILL_ORGS);
    await fill(`${postgres.url}/integrations`, FILL_INTEGRATIONS);
    const [admin, member] = await Promise.all([tokens.sign(), tokens.sign({ id: 5, usertype: 'CLIENT' })]);
    return {
      organizations: ORGANIZATIONS,
      integrations: INTEGRATIONS,
      memberships: MEMBERSHIPS,
      requests: {
        ...(await timeRequests(caller(orgs.url, admin), OF_ORGS, requests)),
        ...(await timeRequests(caller(orgs.url, member), OF_MEMBER, requests)),
        ...(await timeRequests(caller(integrations.url, admin), OF_INTEGRATIONS, requests)),
      },
    };
  } finally {
    await Promise.all([orgs.stop(), integrations.stop()]);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** As after some days: PostgreSQL has counted the rows, as it does by itself. */
async function fill(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
