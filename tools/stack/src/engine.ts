import type { Child, Exit } from './process/child.ts';

/** Milliseconds for an engine to become ready, including recovery after a crash. */
export const READY_MS = 60_000;
const STOP_MS = 3_000;

export type Running = {
  readonly pid: number;
  /** Settles when the engine's process has ended, for any reason. */
  readonly exited: Promise<Exit>;
  /** Asks the engine to stop, and kills it after `graceMs` milliseconds. Callers may call it again. */
  stop(graceMs?: number): Promise<void>;
};

export const running = (child: Child): Running => ({
  pid: child.pid,
  exited: child.exited,
  stop: async (graceMs = STOP_MS) => void (await child.stop(graceMs)),
});

/**
 * Waits for the `{"ready":true,…}` line of an engine.
 * @returns the content of the line.
 * @throws Error with the engine's last output if the engine ends or takes longer than {@link READY_MS}. Stops the engine first.
 */
export const announced = async <Announcement>(name: string, child: Child): Promise<Announcement> => {
  const timer = setTimeout(() => void child.stop(STOP_MS), READY_MS);
  const line = await child.firstLine;
  clearTimeout(timer);
  if (line === undefined) throw await failure(name, child);
  return JSON.parse(line) as Announcement;
};

/** Stops an engine that did not start. Returns an error with the engine's own last output. */
export const failure = async (name: string, child: Child): Promise<Error> => {
  await child.stop(STOP_MS);
  return new Error(`${name} did not start. ${child.lastLines(3).join('\n')}`.trim());
};
