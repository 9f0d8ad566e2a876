import { Problem } from './http/problem.ts';

/*
 * Errors have three classes: `Unavailable`, `ContentError`, and defects. Every error is a defect if it is neither of the two nor a
 * `Problem`. After a defect, a caller gets a 500, and background work calls `crash(error)` and does not retry.
 */

/** A dependency is temporarily unavailable. Background work retries the same item; a caller gets a 503. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** One input is invalid, independent of the dependencies. Background work rejects this input and continues with the next. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

type Classify = (thrown: unknown) => unknown;
const classifiers = new Set<Classify>();

/** Registers a function that classifies a library's errors, such as the errors of a database driver. */
export const classifyErrors = (classify: Classify): void => void classifiers.add(classify);

/** Returns the error, or `Unavailable` if a registered function classifies the error as unavailable. */
export function classified(thrown: unknown): unknown {
  if (!isDefect(thrown)) return thrown;
  for (const classify of classifiers) {
    const error = classify(thrown);
    if (error instanceof Unavailable) return error;
  }
  return thrown;
}

/** Classifies an error of background work with the registered functions. */
export function classOf(thrown: unknown): unknown {
  const classes = [...classifiers].map((classify) => classify(thrown));
  return [thrown, ...classes].find((error) => !isDefect(error)) ?? thrown;
}

/** Whether an error of background work is a defect. A `Problem` is a deliberate rejection and no defect. */
export const isDefect = (error: unknown): boolean =>
  !(error instanceof Unavailable || error instanceof ContentError || error instanceof Problem);
