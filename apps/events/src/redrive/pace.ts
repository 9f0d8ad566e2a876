/** Maximum events per second of a run: far below the ingest's rate. */
const PER_SECOND = 500;
/** Events read, judged and published at once. */
export const BATCH = 250;
/** Milliseconds between two checks whether the ingest has caught up. */
export const LAG_LOOK = 500;

/** Milliseconds to wait after a batch that began at a time. */
export const restAfter = (published: number, began: number, now: number): number =>
  Math.max(0, (published / PER_SECOND) * 1_000 - (now - began));
