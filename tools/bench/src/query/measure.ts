import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Call } from '@portico/testkit';
import { timed, timedGet, type Times, timesOf } from '../requests.ts';
import { ratio } from '../statistics.ts';
import { say } from '../table.ts';
import type { Question } from './questions.ts';

const WARM_UP = 3;
/** Maximum number of measured requests for a kind of question with pauses. */
const MAX_PAUSED = 10;
/** Once a kind of question has taken this time in ClickHouse alone, it is sent only to the gateways. A deep page sorts all rows. */
const MAX_CLICKHOUSE_MS = 3_000;
/** Once the gateways have taken this time for a kind of question, without pauses, the kind ends early. Some kinds read every row. */
const MAX_KIND_MS = 8_000;

/**
 * Times of one kind of question. `ratio` and `toUncached`: median of the gateway, as a multiple of the medians of ClickHouse and of the
 * gateway without a cache.
 */
export type Answered = { gateway: Times; uncached: Times; clickhouse: Times; ratio: number; toUncached: number };
type Calls = { gateway: Call; uncached: Call };

/**
 * Measures the times of each question in three places: the gateway with a cache, the gateway without one, and ClickHouse alone. Sends one
 * request at a time.
 */
export async function measure(
  calls: Calls,
  database: ClickHouseClient,
  questions: Record<string, Question>,
  requests: number,
): Promise<Record<string, Answered>> {
  const answered: Record<string, Answered> = {};
  for (const [kind, question] of Object.entries(questions)) {
    answered[kind] = await measureKind(calls, database, question, requests);
    const { gateway, ratio, toUncached } = answered[kind];
    say(`  ${kind}: ${gateway.p50} ms, ${ratio} of ClickHouse alone, ${toUncached} of uncached`);
  }
  return answered;
}

async function measureKind(
  calls: Calls,
  database: ClickHouseClient,
  { path, bare, pause = 0 }: Question,
  requests: number,
): Promise<Answered> {
  const taken = { gateway: [] as number[], uncached: [] as number[], clickhouse: [] as number[] };
  const turns = WARM_UP + (pause > 0 ? Math.min(requests, MAX_PAUSED) : requests);
  let [spent, spentInClickHouse] = [0, 0];
  for (let turn = 0; turn <= WARM_UP || (turn < turns && spent < MAX_KIND_MS); turn += 1) {
    // Alternate which gateway is first, because the first request reads from disk.
    for (const name of turn % 2 === 0 ? (['gateway', 'uncached'] as const) : (['uncached', 'gateway'] as const)) {
      await sleep(pause);
      const took = await timedGet(calls[name], path(turn));
      spent += took;
      if (turn >= WARM_UP) taken[name].push(took);
    }
    if (spentInClickHouse >= MAX_CLICKHOUSE_MS && turn !== WARM_UP) continue;
    const took = await timed(() => ask(database, bare(turn)));
    spentInClickHouse += took;
    if (turn >= WARM_UP) taken.clickhouse.push(took);
  }
  const [gateway, uncached, clickhouse] = [timesOf(taken.gateway), timesOf(taken.uncached), timesOf(taken.clickhouse)];
  return {
    gateway,
    uncached,
    clickhouse,
    ratio: ratio(gateway.p50, clickhouse.p50),
    toUncached: ratio(gateway.p50, uncached.p50),
  };
}

const ask = async (database: ClickHouseClient, query: string): Promise<unknown> =>
  (await database.query({ query, format: 'JSONEachRow' })).json();
