import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClickHouseSettings } from '@clickhouse/client';

/** The context of a caller's query. Every statement of the query waits for `turn`, and ends with `signal`. */
export type Question = { signal: AbortSignal; settings: ClickHouseSettings; turn: () => Promise<unknown> };

const questions = new AsyncLocalStorage<Question>();

/** Runs `work` as part of a query, including nested statements. */
export const asQuestion = <Value>(question: Question, work: () => Promise<Value>): Promise<Value> =>
  questions.run(question, work);

export const currentQuestion = (): Question | undefined => questions.getStore();

/** Runs `work` independently of the query that started it, so that it does not end with the query. */
export const inBackground = <Value>(work: () => Value): Value => questions.exit(work);
