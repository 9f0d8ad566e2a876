import type { Child, Exit } from './process/child.ts';

/** Longest time that an engine may take to be ready; a recovery after a crash is part of it. */
export const READY_MS = 60_000;
const STOP_MS = 3_000;

/** An engine of the stack that runs: where it is reached, and how it ends. */
export type Running = {
  readonly pid: number;
  /** Settles when its process has ended, asked or not. */
  readonly exited: Promise<Exit>;
  /** Asks it to end, and kills it when it has not within `graceMs`; calling it again is fine. */
  stop(graceMs?: number): Promise<void>;
};

export const running = (child: Child): Running => ({
  pid: child.pid,
  exited: child.exited,
  stop: async (graceMs = STOP_MS) => void (await child.stop(graceMs)),
});

/**
 * Waits for the `{"ready":true,…}` line of an engine.
 * @returns what that line says.
 * @throws Error with what the engine said last, when it ends or takes over {@link READY_MS}; it is stopped then.
 */
export const announced = async <Announcement>(name: string, child: Child): Promise<Announcement> => {
  const timer = setTimeout(() => void child.stop(STOP_MS), READY_MS);
  const line = await child.firstLine;
  clearTimeout(timer);
  if (line === undefined) throw await failure(name, child);
  return JSON.parse(line) as Announcement;
};

/** Why an engine did not start, in its own words. */
export const failure = async (name: string, child: Child): Promise<Error> => {
  await child.stop(STOP_MS);
  return new Error(`${name} did not start. ${child.lastLines(3).join('\n')}`.trim());
};
