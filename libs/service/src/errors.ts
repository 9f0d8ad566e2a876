import { Problem } from './http/problem.ts';

/*
 * Errors are of three classes. These two are named where they are known; everything else that is thrown is a defect: no
 * retry, a 500 to a caller, and `crash(error)` where nobody waits for an answer.
 */

/** A dependency cannot do it now: the same may pass later, so retry and stay in place. A caller gets a 503. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** This input is at fault, whatever the state of the dependencies: reject it and keep the rest. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

type Classify = (thrown: unknown) => unknown;
const classifiers = new Set<Classify>();

/** Adds what errors of a library mean, such as those of a database, for handlers of requests. */
export const classifyErrors = (classify: Classify): void => void classifiers.add(classify);

/** The error that was thrown, or `Unavailable` where a library's rules say so. */
export function classified(thrown: unknown): unknown {
  if (!isDefect(thrown)) return thrown;
  for (const classify of classifiers) {
    const error = classify(thrown);
    if (error instanceof Unavailable) return error;
  }
  return thrown;
}

/** What was thrown, in the classes of the libraries' rules: of work that nobody waits for. */
export function classOf(thrown: unknown): unknown {
  const classes = [...classifiers].map((classify) => classify(thrown));
  return [thrown, ...classes].find((error) => !isDefect(error)) ?? thrown;
}

/** Of what failed with nobody to answer: a `Problem` is a decision, and no defect. */
export const isDefect = (error: unknown): boolean =>
  !(error instanceof Unavailable || error instanceof ContentError || error instanceof Problem);
