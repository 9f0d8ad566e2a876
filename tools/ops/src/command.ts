export type Command = {
  usage: string;
  /** @returns whether no faults were found (exit code 0 or 1). @throws an error that prevented the check (exit code 2). */
  run: (args: string[], environment: NodeJS.ProcessEnv) => Promise<boolean>;
};

export class UsageError extends Error {}
