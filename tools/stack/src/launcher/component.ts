import type { Exit } from '../process/child.ts';

/** One run of a component of the stack. */
export type Run = {
  /** Settles when it has ended, asked or not; never rejects. */
  readonly exited: Promise<Exit>;
  stop(graceMs: number): Promise<void>;
  /** What it said last, for who asks why it ended. */
  lastLines?(count: number): string[];
};

/** Something that the launcher starts, and starts again when it ends unasked: an engine, a service, the console. */
export type Component<Found = unknown> = {
  name: string;
  /**
   * Starts it, at the same address each time, and answers when it is ready.
   * @throws Error with its own words when it ends instead, or takes too long; nothing of it is left running then.
   */
  start(context: StartContext): Promise<Run & { found: Found }>;
  /** Shown beside it once it runs. */
  detail?: string;
};

type StartContext = {
  /** Aborted when the stack ends: what has been started then is to be stopped, and not waited for. */
  signal: AbortSignal;
  /** Shows one line about what takes long. */
  say: (line: string) => void;
};
