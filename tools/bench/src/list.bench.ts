import { caller, type ServiceProcess } from '@portico/testkit';
import { loadRows } from './load-rows.ts';
import type { Options } from './options.ts';
import { round } from './statistics.ts';
import { type RequestTimes, timeRequests } from './timed-requests.ts';
import type { BenchStack } from './bench-stack.ts';

export type ListFigures = { rows: number; loadSeconds: number; requests: RequestTimes };

/** Paths by what they ask for; `turn` varies what would otherwise come from a cache. */
const KINDS: Record<string, (turn: number) => string> = {
  'first page': () => '/events?limit=10',
  'page 100': () => '/events?limit=10&offset=990',
  'status FAILURE': () => '/events?limit=10&status=FAILURE',
  'one integration': (turn) => `/events?limit=10&integration=integration%20${1 + (turn % 50)}`,
  'status and integration': (turn) => `/events?limit=10&status=FAILURE&integration=integration%20${1 + (turn % 50)}`,
  'one organization': (turn) => `/events?limit=10&organizations=${1 + (turn % 20)}`,
  'frequent text': (turn) => `/events?limit=10&query=finished%20for%201${'2'.repeat(turn % 2)}`,
  'rare text': (turn) => `/events?limit=10&query=run%20${1_000 + turn * 37}%20`,
};

/** GET /events over loopback, as an admin: every organization is in question. Milliseconds, one request at a time. */
export async function benchList(stack: BenchStack, service: ServiceProcess, options: Options): Promise<ListFigures> {
  const call = caller(service.url, await stack.tokens.sign());
  const requests = await timeRequests(call, KINDS, options.requests);
  return { rows: options.rows, loadSeconds: 0, requests };
}

/** Seconds that it took. */
export async function load(stack: BenchStack, database: string, options: Options): Promise<number> {
  const began = performance.now();
  await loadRows(stack.database(database), options.rows);
  return round((performance.now() - began) / 1_000);
}
