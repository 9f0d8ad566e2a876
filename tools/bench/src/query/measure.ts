import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Call } from '@portico/testkit';
import { percentile, round } from '../statistics.ts';
import type { Question } from './questions.ts';

/** Asked of each kind before the counted ones. */
const WARM_UP = 3;
/** Milliseconds after which ClickHouse alone is not asked again: it sorts all rows for a deep page. */
const LONG_ENOUGH = 3_000;
/** Milliseconds after which a question is not asked again, however often it was: some look through every row. */
const LONGEST = 8_000;

export type Times = { p50: number; p95: number; p99: number };
/** `ratio`: median through the gateway by median of ClickHouse alone; `toBefore`: by that without counts in memory. */
export type Answered = { gateway: Times; before: Times; bare: Times; ratio: number; toBefore: number };

/**
 * Milliseconds of each question, in turns through the gateways and of ClickHouse, one at a time.
 * @param onAnswered hears of each kind as soon as it is measured.
 */
export async function measure(
  calls: { gateway: Call; before: Call },
  database: ClickHouseClient,
  questions: Record<string, Question>,
  requests: number,
  onAnswered: (kind: string, answered: Answered) => void,
): Promise<Record<string, Answered>> {
  const answered: Record<string, Answered> = {};
  for (const [kind, { path, bare, pause = 0 }] of Object.entries(questions)) {
    const gateway: number[] = [];
    const before: number[] = [];
    const alone: number[] = [];
    let spent = 0;
    const end = performance.now() + LONGEST;
    for (let turn = 0; turn <= WARM_UP || (turn < WARM_UP + requests && performance.now() < end); turn += 1) {
      // Who is asked first pays for what no one has read yet.
      const order = turn % 2 === 0 ? (['gateway', 'before'] as const) : (['before', 'gateway'] as const);
      const taken = { gateway: 0, before: 0 };
      for (const one of order) {
        if (pause > 0) await sleep(pause);
        taken[one] = await timed(calls[one], path(turn));
      }
      const isAsked = spent < LONG_ENOUGH || turn === WARM_UP;
      const bareTook = isAsked ? await timedAlone(database, bare(turn)) : 0;
      spent += bareTook;
      if (turn < WARM_UP) continue;
      gateway.push(taken.gateway);
      before.push(taken.before);
      if (isAsked) alone.push(bareTook);
    }
    const toMedian = (of: number[]): number => round(percentile(gateway, 0.5) / percentile(of, 0.5), 2);
    const times = { gateway: timesOf(gateway), before: timesOf(before), bare: timesOf(alone) };
    answered[kind] = { ...times, ratio: toMedian(alone), toBefore: toMedian(before) };
    onAnswered(kind, answered[kind]);
  }
  return answered;
}

export async function timed(call: Call, path: string): Promise<number> {
  const began = performance.now();
  const { status } = await call('GET', path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return performance.now() - began;
}

async function timedAlone(database: ClickHouseClient, query: string): Promise<number> {
  const began = performance.now();
  const answer = await database.query({ query, format: 'JSONEachRow' });
  await answer.json();
  return performance.now() - began;
}

export const timesOf = (taken: readonly number[]): Times => ({
  p50: round(percentile(taken, 0.5)),
  p95: round(percentile(taken, 0.95)),
  p99: round(percentile(taken, 0.99)),
});
