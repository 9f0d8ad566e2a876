/** What is wrong with a command, in one line for whoever typed it. */
export class UsageError extends Error {}
