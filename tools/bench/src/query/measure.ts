import type { ClickHouseClient } from '@clickhouse/client';
import type { Call } from '@portico/testkit';
import { percentile, round } from '../statistics.ts';
import type { Question } from './questions.ts';

/** Asked of each kind before the counted ones. */
const WARM_UP = 3;

export type Times = { p50: number; p95: number; p99: number };
/** `ratio`: median through the gateway by median of ClickHouse alone. */
export type Answered = { gateway: Times; bare: Times; ratio: number };

/**
 * Milliseconds of each question, in turns through the gateway and of ClickHouse, one at a time.
 * @param onAnswered hears of each kind as soon as it is measured.
 */
export async function measure(
  call: Call,
  database: ClickHouseClient,
  questions: Record<string, Question>,
  requests: number,
  onAnswered: (kind: string, answered: Answered) => void,
): Promise<Record<string, Answered>> {
  const answered: Record<string, Answered> = {};
  for (const [kind, { path, bare }] of Object.entries(questions)) {
    const gateway: number[] = [];
    const alone: number[] = [];
    for (let turn = 0; turn < WARM_UP + requests; turn += 1) {
      const began = performance.now();
      const { status } = await call('GET', path(turn));
      if (status !== 200) throw new Error(`GET ${path(turn)} answered ${status}`);
      const between = performance.now();
      const answer = await database.query({ query: bare(turn), format: 'JSONEachRow' });
      await answer.json();
      if (turn < WARM_UP) continue;
      gateway.push(between - began);
      alone.push(performance.now() - between);
    }
    const ratio = round(percentile(gateway, 0.5) / percentile(alone, 0.5), 2);
    answered[kind] = { gateway: timesOf(gateway), bare: timesOf(alone), ratio };
    onAnswered(kind, answered[kind]);
  }
  return answered;
}

const timesOf = (taken: readonly number[]): Times => ({
  p50: round(percentile(taken, 0.5)),
  p95: round(percentile(taken, 0.95)),
  p99: round(percentile(taken, 0.99)),
});
