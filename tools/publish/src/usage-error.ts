/** What is wrong with a command line, in one line. */
export class UsageError extends Error {}
