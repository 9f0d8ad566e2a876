/** Events that a run publishes in a second at most: far below what is ingested in one. */
export const PER_SECOND = 500;
/** Events that are read, judged and published at once. */
export const BATCH = 250;
/** Milliseconds between two looks whether others are served again. */
export const LAG_LOOK = 500;

/** How long to wait after a batch that began at a moment, in milliseconds. */
export const restAfter = (published: number, began: number, now: number): number =>
  Math.max(0, (published / PER_SECOND) * 1_000 - (now - began));
