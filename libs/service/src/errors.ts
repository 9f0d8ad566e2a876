import { Problem } from './http/problem.ts';

/* Errors have three classes. These two are thrown where the cause is known. Any other error is a defect: no retry, a 500 for a
   caller, and `crash(error)` in background work. */

/** A dependency is temporarily unavailable: retry and keep the position. A caller gets a 503. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** The input is at fault, whatever the state of the dependencies: reject it and keep the rest. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

type Classify = (thrown: unknown) => unknown;
const classifiers = new Set<Classify>();

/** Registers the classification of a library's errors, such as a database's, for request handlers. */
export const classifyErrors = (classify: Classify): void => void classifiers.add(classify);

/** The error, or `Unavailable` if a library's rules classify it so. */
export function classified(thrown: unknown): unknown {
  if (!isDefect(thrown)) return thrown;
  for (const classify of classifiers) {
    const error = classify(thrown);
    if (error instanceof Unavailable) return error;
  }
  return thrown;
}

/** Classifies an error of background work by the libraries' rules. */
export function classOf(thrown: unknown): unknown {
  const classes = [...classifiers].map((classify) => classify(thrown));
  return [thrown, ...classes].find((error) => !isDefect(error)) ?? thrown;
}

/** Whether an error of background work is a defect: a `Problem` is a decision, not a defect. */
export const isDefect = (error: unknown): boolean =>
  !(error instanceof Unavailable || error instanceof ContentError || error instanceof Problem);
