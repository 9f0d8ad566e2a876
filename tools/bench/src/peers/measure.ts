import type { ClickHouseClient } from '@clickhouse/client';
import type { Call } from '@portico/testkit';
import { percentile, round } from '../statistics.ts';
import { answer, readPage } from './log-console.ts';
import type { PeerQuestion } from './questions.ts';

/** Asked of each kind before the counted ones. */
const WARM_UP = 2;

/** Medians, milliseconds; ratios are ours by theirs, below 1 ours is faster. */
export type Compared = {
  ours: number;
  page?: number;
  pageRatio?: number;
  counted?: number;
  countedRatio?: number;
};

/** Asks both the same, in turns, one at a time. `counted` is their page and their exact count, one after the other. */
export async function compare(
  call: Call,
  database: ClickHouseClient,
  { ours, theirs }: PeerQuestion,
  requests: number,
): Promise<Compared> {
  const taken = { ours: [] as number[], page: [] as number[], counted: [] as number[] };
  for (let turn = 0; turn < WARM_UP + requests; turn += 1) {
    const began = performance.now();
    const { status } = await call('GET', ours(turn));
    if (status !== 200) throw new Error(`GET ${ours(turn)} answered ${status}`);
    const between = performance.now();
    const { page, count } = theirs(turn);
    if (page !== undefined) await readPage(database, page);
    const paged = performance.now();
    if (count !== undefined) await answer(database, count);
    if (turn < WARM_UP) continue;
    taken.ours.push(between - began);
    if (page !== undefined) taken.page.push(paged - between);
    if (count !== undefined) taken.counted.push(performance.now() - between);
  }
  const mine = percentile(taken.ours, 0.5);
  const ratioTo = (times: number[]): number => round(mine / percentile(times, 0.5), 2);
  return {
    ours: round(mine),
    ...(taken.page.length > 0 && { page: round(percentile(taken.page, 0.5)), pageRatio: ratioTo(taken.page) }),
    ...(taken.counted.length > 0 && {
      counted: round(percentile(taken.counted, 0.5)),
      countedRatio: ratioTo(taken.counted),
    }),
  };
}
