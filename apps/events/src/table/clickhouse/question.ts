import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClickHouseSettings } from '@clickhouse/client';

/** What holds for every statement of a caller's question: it waits for the question's turn, and ends with the signal. */
export type Question = { signal: AbortSignal; settings: ClickHouseSettings; turn: () => Promise<unknown> };

const questions = new AsyncLocalStorage<Question>();

/** Runs `work` as part of a question, however deep in it a statement is made. */
export const asQuestion = <Value>(question: Question, work: () => Promise<Value>): Promise<Value> =>
  questions.run(question, work);

export const currentQuestion = (): Question | undefined => questions.getStore();

/** Runs `work`, which a question has begun, for later ones too: it does not end with the question. */
export const inBackground = <Value>(work: () => Value): Value => questions.exit(work);
