import { type Call, caller, read, type TestTokens } from '@portico/testkit';
import { percentile, round } from './statistics.ts';

/** Lists, facets and histograms before a measurement. */
const WARM_UP = 20;

/** Milliseconds. */
export type Times = { p50: number; p95: number; p99: number };

export const timesOf = (taken: readonly number[]): Times => ({
  p50: round(percentile(taken, 0.5)),
  p95: round(percentile(taken, 0.95)),
  p99: round(percentile(taken, 0.99)),
});

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds until a GET is answered with 200. */
export const timedGet = (call: Call, path: string): Promise<number> => timed(() => read(call, path));

/** Sends requests to each service until counts and newest rows are in its memory and its code is compiled. */
export async function warmUp(tokens: TestTokens, urls: readonly string[]): Promise<void> {
  const token = await tokens.sign();
  for (let turn = 0; turn < WARM_UP; turn += 1)
    for (const url of urls)
      for (const path of ['/events?limit=10', '/events/facets', '/events/histogram'])
        await read(caller(url, token), path);
}
