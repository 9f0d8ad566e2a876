import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@portico/stack';
import { type Call, caller, startServiceProcess } from '@portico/testkit';
import { Client } from 'pg';
import type { Options } from './options.ts';
import { round } from './statistics.ts';
import { timeRequests } from './timed-requests.ts';
import type { BenchStack } from './bench-stack.ts';

/** Users in the list: a large customer base. */
const USERS = 100_000;

/** `ratio`: how many times as long as reading one user by its id takes, in the same run. */
export type UsersFigures = { users: number; requests: Record<string, { p50: number; p95: number; ratio: number }> };

/** Paths by what they ask for; `turn` varies the needle. */
const KINDS: Record<string, (turn: number) => string> = {
  'one user by id': (turn) => `/users/${1_000 + turn * 37}`,
  'first page': () => '/users?limit=10',
  'last page': () => `/users?limit=10&offset=${USERS - 10}`,
  'name, rare': (turn) => `/users?search=Hollis%20${1_000 + turn * 37}`,
  'name, a hundredth of all': (turn) => `/users?search=${['alder', 'BRIAR', 'Cedar'][turn % 3]}%20hol`,
  'e-mail, one': (turn) => `/users?search=user${50_000 + turn * 37}@`,
  'e-mail, a tenth of all': (turn) => `/users?search=@company${turn % 10}`,
  'two letters, a tenth of all': (turn) => `/users?search=${['al', 'br', 'ce'][turn % 3]}`,
  'every user': () => '/users?search=example.test',
  nobody: (turn) => `/users?search=nobody%20${turn}`,
};

const FILL = `
  insert into users (name, email, usertype, phone, city, description)
  select (array['Alder','Briar','Cedar','Dogwood','Elm','Fir','Ginkgo','Hazel','Ivy','Juniper'])[1 + n % 10] || ' ' ||
         (array['Holloway','Hollis','Hunt','Hart','Hale','Hobbs','Hyde','Howe','Hume','Hall'])[1 + n / 10 % 10] || ' ' || n,
         'user' || n || '@company' || n / 100 % 10 || '.example.test', 'CLIENT', '555 012 3456', 'Boston', 'Customer number ' || n
  from generate_series(1, ${USERS}) n`;

/** GET /users over loopback, as a super admin. Milliseconds, one request at a time. */
export async function benchUsers(stack: BenchStack, options: Options): Promise<UsersFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-users-'));
  const postgres = await startPostgres({ dataDir });
  try {
    const nowhere = 'http://127.0.0.1:1';
    const service = await startServiceProcess('identity', {
      KAFKA_BROKERS: stack.brokers,
      POSTGRES_URL: postgres.url,
      IDENTITY_URL: stack.tokens.identityUrl,
      API_URL: nowhere,
      SIGNING_SECRET: 'of no use in a benchmark, and long enough',
    });
    try {
      await fill(postgres.url);
      return { users: USERS, requests: await measure(caller(service.url, await stack.tokens.sign()), options) };
    } finally {
      await service.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** As after some days: PostgreSQL has counted the rows, as it does by itself. */
async function fill(server: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '/identity';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(FILL);
    await client.query('vacuum analyze users');
  } finally {
    await client.end();
  }
}

async function measure(call: Call, options: Options): Promise<UsersFigures['requests']> {
  const times = Object.entries(await timeRequests(call, KINDS, options.requests));
  const reference = times[0]?.[1].p50 ?? Number.NaN;
  return Object.fromEntries(times.map(([kind, time]) => [kind, { ...time, ratio: round(time.p50 / reference) }]));
}
