/** For what is young, Node's own being 16 MiB: little on a small machine. */
export const LITTLE_YOUNG = '--max-semi-space-size=1';
/** Where events come in by the thousand. */
export const MORE_YOUNG = '--max-semi-space-size=4';

/**
 * How glibc's malloc keeps what was freed; other C libraries do not read it. By itself it has a heap for each of many threads, and
 * gives less back the more was freed at once.
 */
export const LITTLE_KEPT = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
