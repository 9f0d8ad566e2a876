import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, caller, eventually, read, type TestTokens } from '@portico/testkit';
import { ORGANIZATIONS } from '../publishing.ts';
import { timedGet, timesOf } from '../requests.ts';
import { ratio } from '../statistics.ts';
import { type Cell, printTable, say } from '../table.ts';
import { viewersOf } from './crowd.ts';

const PAUSE_MS = 2_000;
/** Number of requests of a single user for each kind. `ROUNDS`: the number of rounds of concurrent tenants. */
const TURNS = 20;
const ROUNDS = 8;
const WARM_UP = 3;

const LONE: Record<string, (turn: number) => string> = {
  'newest page': () => '/events?limit=10',
  'one organization': (turn) => `/events?limit=10&organizations=${1 + (turn % ORGANIZATIONS)}`,
  failures: () => '/events?limit=10&status=FAILURE',
  histogram: () => '/events/histogram',
  facets: () => '/events/facets',
};
const OWN = '/events?limit=10';
const OWN_FAILURES = '/events?limit=10&status=FAILURE';

/** Targets for p95 in milliseconds, idle and while events arrive. A kind without a target must be as fast as the uncached service. */
const WANTED: Record<string, { idle: number; busy: number }> = {
  ...Object.fromEntries(Object.keys(LONE).map((kind) => [kind, { idle: 20, busy: 25 }])),
  "a tenant's own failures": { idle: 25, busy: 40 },
  "50 tenants' first pages at once": { idle: 100, busy: 150 },
};
const SLOWEST = 'slowest lone question of 100';

type Taken = { gateway: number[]; uncached: number[] };
type Target = { p50: number; p95: number; uncachedP50: number; uncachedP95: number; ratio: number };
export type Targets = Record<string, Target>;

/** Calls `ask` for both services in each turn. The first service alternates, because the first request reads from disk. */
async function inTurns(turns: number, pause: number, ask: (name: keyof Taken, turn: number) => Promise<number[]>) {
  const taken: Taken = { gateway: [], uncached: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    await sleep(pause);
    for (const name of turn % 2 === 0 ? (['gateway', 'uncached'] as const) : (['uncached', 'gateway'] as const))
      taken[name].push(...(await ask(name, turn)));
  }
  return taken;
}

/** Measures how long a single user waits for a response after a pause, and how long concurrent tenants wait. */
export async function measureTargets(
  urls: Record<keyof Taken, string>,
  tokens: TestTokens,
  requests: number,
): Promise<Targets> {
  const admins = {
    gateway: caller(urls.gateway, await tokens.sign()),
    uncached: caller(urls.uncached, await tokens.sign()),
  };
  const tenants: Record<keyof Taken, Call[]> = { gateway: [], uncached: [] };
  for (const name of ['gateway', 'uncached'] as const)
    tenants[name] = await Promise.all(
      viewersOf(ORGANIZATIONS).map(async (one) => caller(urls[name], await tokens.sign(one))),
    );
  for (const calls of Object.values(tenants)) await Promise.all(calls.map((call) => eventually(() => read(call, OWN))));

  const taken: Record<string, Taken> = {};
  for (const [kind, path] of Object.entries(LONE))
    taken[kind] = await inTurns(Math.min(TURNS, requests), PAUSE_MS, async (name, turn) => [
      await timedGet(admins[name], path(turn)),
    ]);
  const lone = Object.values(taken);
  const slowest = {
    gateway: lone.flatMap(({ gateway }) => gateway),
    uncached: lone.flatMap(({ uncached }) => uncached),
  };
  taken["a tenant's own failures"] = await inTurns(ORGANIZATIONS, PAUSE_MS, (name, turn) =>
    Promise.all(tenants[name].slice(turn, turn + 1).map((call) => timedGet(call, OWN_FAILURES))),
  );
  const atOnce = (name: keyof Taken): Promise<number[]> =>
    Promise.all(tenants[name].map((call) => timedGet(call, OWN)));
  await inTurns(WARM_UP, 0, atOnce);
  taken["50 tenants' first pages at once"] = await inTurns(ROUNDS, PAUSE_MS, atOnce);

  const targets = Object.fromEntries(Object.entries(taken).map(([kind, one]) => [kind, targetOf(one)]));
  targets[SLOWEST] = targetOf({ gateway: [Math.max(...slowest.gateway)], uncached: [Math.max(...slowest.uncached)] });
  for (const [kind, { p50, p95, ratio: toUncached }] of Object.entries(targets))
    say(`  ${kind}: ${p50} ms, p95 ${p95}, ${toUncached} of uncached`);
  return targets;
}

function targetOf({ gateway, uncached }: Taken): Target {
  const [own, without] = [timesOf(gateway), timesOf(uncached)];
  return {
    p50: own.p50,
    p95: own.p95,
    uncachedP50: without.p50,
    uncachedP95: without.p95,
    ratio: ratio(own.p95, without.p95),
  };
}

export function printTargets(title: string, load: 'idle' | 'busy', targets: Targets): void {
  const rows = Object.entries(targets).map(([kind, one]): Cell[] => {
    const wanted = WANTED[kind]?.[load] ?? one.uncachedP95;
    const { p50, p95, uncachedP50, uncachedP95 } = one;
    return [kind, p50, p95, uncachedP50, uncachedP95, one.ratio, wanted, p95 <= wanted ? 'reached' : 'missed'];
  });
  const columns = ['p50', 'p95', 'uncached p50', 'p95', 'ratio of p95', 'wanted p95', ''];
  printTable([`asked after 2 s of silence, ${title}, ms`, ...columns], rows);
}
