/** For what is young, Node's own being 16 MiB: little on a small machine. */
export const LITTLE_YOUNG = '--max-semi-space-size=1';
/** Where events come in by the thousand. */
export const MORE_YOUNG = '--max-semi-space-size=4';
