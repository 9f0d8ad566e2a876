import type { Call } from '@portico/testkit';
import { percentile, round } from './statistics.ts';

/** Requests of each kind before the counted ones. */
const WARM_UP = 5;

/** Milliseconds by kind. */
export type RequestTimes = Record<string, { p50: number; p95: number }>;

/**
 * Times GET requests, one at a time.
 * @param kinds paths by what they ask for; `turn` varies what would otherwise come from a cache.
 * @throws when one is not answered with 200.
 */
export async function timeRequests(
  call: Call,
  kinds: Record<string, (turn: number) => string>,
  count: number,
): Promise<RequestTimes> {
  const times: RequestTimes = {};
  for (const [kind, path] of Object.entries(kinds)) {
    const taken: number[] = [];
    for (let turn = 0; turn < WARM_UP + count; turn += 1) {
      const began = performance.now();
      const { status } = await call('GET', path(turn));
      if (status !== 200) throw new Error(`GET ${path(turn)} answered ${status}`);
      if (turn >= WARM_UP) taken.push(performance.now() - began);
    }
    times[kind] = { p50: round(percentile(taken, 0.5)), p95: round(percentile(taken, 0.95)) };
  }
  return times;
}
