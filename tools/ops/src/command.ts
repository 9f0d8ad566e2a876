/** One command: a file in commands/ that exports this as `command`. */
export type Command = {
  /** Its line in the help. */
  usage: string;
  /**
   * @returns whether everything is correct; otherwise the exit code is 1.
   * @throws the error that prevented the check: exit code 2.
   */
  run: (args: string[], environment: NodeJS.ProcessEnv) => Promise<boolean>;
};

/** Invalid arguments. */
export class UsageError extends Error {}
