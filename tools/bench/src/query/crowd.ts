import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, caller, eventually, type Publisher, read, type TestTokens } from '@portico/testkit';
import { ORGANIZATIONS } from '../publishing.ts';
import { timedGet, type Times, timesOf } from '../requests.ts';
import { ratio } from '../statistics.ts';

/** Viewers that send requests at the same time. Each is a member of one organization. */
const VIEWERS = Array.from({ length: 100 }, (_, index) => ({ id: 1_000 + index, usertype: 'CLIENT' as const }));
export const viewersOf = (organizations: number): typeof VIEWERS => VIEWERS.slice(0, organizations);
const LIST = '/events?limit=10';
/** Number of warm-up rounds, which open connections and compile code. */
const WARM_UP = 6;
const ROUNDS = 8;

/** Number of exports that one demanding customer requests concurrently. The customer repeats each request after its response. */
const EXPORTS = 60;
/** Pause before the customer retries a rejected export. Retry-After asks for a longer one. */
const RETRY_MS = 1_000;
const LISTS = 20;
/** Returns the path of an export of one day, so that the number of rows does not grow with the table's history. */
const exportPath = (): string =>
  `/events/export?format=ndjson&from=${new Date(Date.now() - 24 * 3_600_000).toISOString()}`;

export async function publishViewers(publisher: Publisher): Promise<void> {
  for (const [index, { id }] of VIEWERS.entries())
    await publisher.membership(index + 1, { userId: id, organizationId: 1 + (index % ORGANIZATIONS) });
}

/** Measures the milliseconds until each viewer has the first page, when all viewers request the page at once. */
export async function measureCrowd(url: string, tokens: TestTokens): Promise<Times> {
  const calls = await Promise.all(VIEWERS.map(async (viewer) => caller(url, await tokens.sign(viewer))));
  await Promise.all(calls.map((call) => eventually(() => read(call, LIST))));
  const taken: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const times = await Promise.all(calls.map((call) => timedGet(call, LIST)));
    if (round >= WARM_UP) taken.push(...times);
  }
  return timesOf(taken);
}

type Fairness = { idle: Times; besideExports: Times; ratio: number };

/** Measures the milliseconds for an administrator's list, idle and while one customer requests 60 exports at once. */
export async function measureFairness(url: string, tokens: TestTokens): Promise<Fairness> {
  const admin = caller(url, await tokens.sign());
  const customer = caller(url, await tokens.sign(VIEWERS[0]));
  const idle = await timeLists(admin);
  let isOver = false;
  const exporting = Array.from({ length: EXPORTS }, async () => {
    while (!isOver) if ((await customer('GET', exportPath())).status !== 200) await sleep(RETRY_MS);
  });
  await sleep(RETRY_MS);
  const besideExports = await timeLists(admin).finally(() => (isOver = true));
  await Promise.all(exporting);
  return { idle, besideExports, ratio: ratio(besideExports.p50, idle.p50) };
}

async function timeLists(admin: Call): Promise<Times> {
  const taken: number[] = [];
  for (let turn = 0; turn < LISTS; turn += 1) taken.push(await timedGet(admin, LIST));
  return timesOf(taken);
}
