import type { Exit } from '../process/child.ts';

export type Run = {
  /** Settles when the component has ended, for any reason. Never rejects. */
  readonly exited: Promise<Exit>;
  stop(graceMs: number): Promise<void>;
  lastLines?(count: number): string[];
};

/** A part of the stack that the launcher starts, and restarts after a crash: an engine, a service or the console. */
export type Component<Found = unknown> = {
  name: string;
  /**
   * Starts the component, at the same address each time. Resolves when the component is ready.
   * @throws Error with the component's own message if it ends or takes too long. Nothing is left running then.
   */
  start(context: StartContext): Promise<Run & { found: Found }>;
  detail?: string;
};

type StartContext = {
  /** Aborted when the stack ends. `start` then stops the component and does not wait until it is ready. */
  signal: AbortSignal;
  /** Shows one line about a slow step. */
  say: (line: string) => void;
};
