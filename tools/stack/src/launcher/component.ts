import type { Exit } from '../process/child.ts';

/** One run of a component of the stack. */
export type Run = {
  /** Settles when it has ended for any reason. Never rejects. */
  readonly exited: Promise<Exit>;
  stop(graceMs: number): Promise<void>;
  /** Its last output, which explains why it ended. */
  lastLines?(count: number): string[];
};

/** A part of the stack that the launcher starts, and restarts after a crash: an engine, a service or the console. */
export type Component<Found = unknown> = {
  name: string;
  /**
   * Starts it, at the same address each time. Resolves when it is ready.
   * @throws Error with its own message if it ends or takes too long. Nothing is left running then.
   */
  start(context: StartContext): Promise<Run & { found: Found }>;
  /** Shown next to its name when it runs. */
  detail?: string;
};

type StartContext = {
  /** Aborted when the stack ends: stop the started component, and do not wait until it is ready. */
  signal: AbortSignal;
  /** Shows one line about a slow step. */
  say: (line: string) => void;
};
