import { caller, type TestTokens } from '@portico/testkit';
import { timed, type Times, timesOf } from './measure.ts';

/** Viewers who ask at once, and how often. */
const VIEWERS = 100;
const ROUNDS = 8;
/** Of these nothing is counted: connections are made, and code is compiled. */
const WARM_UP = 6;

/** Milliseconds until each of so many viewers, each a user of his own, has the first page that all ask for at once. */
export async function measureCrowd(url: string, tokens: TestTokens): Promise<Times> {
  const ids = Array.from({ length: VIEWERS }, (_, index) => 1_000 + index);
  const calls = await Promise.all(ids.map(async (id) => caller(url, await tokens.sign({ id }))));
  const taken: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const times = await Promise.all(calls.map((call) => timed(call, '/events?limit=10')));
    if (round >= WARM_UP) taken.push(...times);
  }
  return timesOf(taken);
}
