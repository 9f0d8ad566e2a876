import { type Call, caller, read, type TestTokens } from '@portico/testkit';
import { percentile, round } from './statistics.ts';

/** Number of warm-up requests for lists, for facets and for histograms. */
const WARM_UP = 20;

/** Percentiles of times in milliseconds. */
export type Times = { p50: number; p95: number; p99: number };

export const timesOf = (taken: readonly number[]): Times => ({
  p50: round(percentile(taken, 0.5)),
  p95: round(percentile(taken, 0.95)),
  p99: round(percentile(taken, 0.99)),
});

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export const timedGet = (call: Call, path: string): Promise<number> => timed(() => read(call, path));

/** Sends warm-up requests to each service, so that it caches counts and the newest rows, and compiles its code. */
export async function warmUp(tokens: TestTokens, urls: readonly string[]): Promise<void> {
  const token = await tokens.sign();
  for (let turn = 0; turn < WARM_UP; turn += 1)
    for (const url of urls)
      for (const path of ['/events?limit=10', '/events/facets', '/events/histogram'])
        await read(caller(url, token), path);
}
