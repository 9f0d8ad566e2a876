import { caller, type ServiceProcess } from '@portico/testkit';
import { loadRows } from './load-rows.ts';
import type { Options } from './options.ts';
import { percentile, round } from './statistics.ts';
import type { BenchStack } from './bench-stack.ts';

/** Requests of each kind before the counted ones. */
const WARM_UP = 5;

export type ListFigures = { rows: number; loadSeconds: number; requests: Record<string, { p50: number; p95: number }> };

/** Query strings by what they ask for; `turn` varies what would otherwise come from a cache. */
const KINDS: Record<string, (turn: number) => string> = {
  'first page': () => 'limit=10',
  'page 100': () => 'limit=10&offset=990',
  'status FAILURE': () => 'limit=10&status=FAILURE',
  'one integration': (turn) => `limit=10&integration=integration%20${1 + (turn % 50)}`,
  'status and integration': (turn) => `limit=10&status=FAILURE&integration=integration%20${1 + (turn % 50)}`,
  'one organization': (turn) => `limit=10&organizations=${1 + (turn % 20)}`,
  'frequent text': (turn) => `limit=10&query=finished%20for%201${'2'.repeat(turn % 2)}`,
  'rare text': (turn) => `limit=10&query=run%20${1_000 + turn * 37}%20`,
};

/** GET /events over loopback, as an admin: every organization is in question. Milliseconds, one request at a time. */
export async function benchList(stack: BenchStack, service: ServiceProcess, options: Options): Promise<ListFigures> {
  const call = caller(service.url, await stack.tokens.sign());
  const requests: ListFigures['requests'] = {};
  for (const [kind, query] of Object.entries(KINDS)) {
    const times: number[] = [];
    for (let turn = 0; turn < WARM_UP + options.requests; turn += 1) {
      const began = performance.now();
      const { status } = await call('GET', `/events?${query(turn)}`);
      if (status !== 200) throw new Error(`GET /events?${query(turn)} answered ${status}`);
      if (turn >= WARM_UP) times.push(performance.now() - began);
    }
    requests[kind] = { p50: round(percentile(times, 0.5)), p95: round(percentile(times, 0.95)) };
  }
  return { rows: options.rows, loadSeconds: 0, requests };
}

/** Seconds that it took. */
export async function load(stack: BenchStack, database: string, options: Options): Promise<number> {
  const began = performance.now();
  await loadRows(stack.database(database), options.rows);
  return round((performance.now() - began) / 1_000);
}
