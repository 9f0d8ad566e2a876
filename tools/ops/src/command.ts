/** One command: a file in commands/, which exports this as `command`. */
export type Command = {
  /** Its line in the help. */
  usage: string;
  /** @returns whether all is as it should be; else the exit code is 1. @throws what kept it from finding out: 2. */
  run: (args: string[], environment: NodeJS.ProcessEnv) => Promise<boolean>;
};

/** The arguments are wrong. */
export class UsageError extends Error {}
