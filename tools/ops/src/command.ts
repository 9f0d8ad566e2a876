export type Command = {
  usage: string;
  /**
   * @returns true (exit code 0) if the command found no faults; false for exit code 1.
   * @throws an error that prevented the check (exit code 2).
   */
  run: (args: string[], environment: NodeJS.ProcessEnv) => Promise<boolean>;
};

/** Invalid arguments. */
export class UsageError extends Error {}
