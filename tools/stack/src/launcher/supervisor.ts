import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../process/system-error.ts';
import type { Exit } from '../process/child.ts';
import type { Component, Run } from './component.ts';

export type Pace = {
  /** Milliseconds before the first restart of a component. Each further wait is twice as long. */
  firstMs: number;
  maxMs: number;
  /** Milliseconds of uptime after which the next restart waits only `firstMs` again. */
  steadyMs: number;
};
const PACE: Pace = { firstMs: 200, maxMs: 10_000, steadyMs: 30_000 };

/** Receives events after the first start: `bad` if the component ended or a restart failed, `good` if it recovered. */
type Report = { bad(line: string): void; good(line: string): void };

/** Keeps one component running from its first start until `stop`. */
export type Supervised<Found> = {
  /** @throws the error of the component's start, which is not retried. */
  start(say: (line: string) => void): Promise<Found>;
  /** Stops the component permanently, within about `graceMs` milliseconds. */
  stop(graceMs: number): Promise<void>;
};

export const supervise = <Found>(component: Component<Found>, report: Report, pace: Pace = PACE): Supervised<Found> => {
  const ending = new AbortController();
  const { signal } = ending;
  let run: Run | undefined;
  let waitMs = pace.firstMs;
  let work: Promise<unknown> = Promise.resolve();

  const begin = async (say: (line: string) => void) => {
    const started = await component.start({ signal, say });
    run = started;
    const since = performance.now();
    void started.exited.then((exit) => {
      if (signal.aborted) return;
      if (performance.now() - since > pace.steadyMs) waitMs = pace.firstMs;
      work = restart(`${component.name} ended (${wordsOf(exit)})${quote(started.lastLines?.(3))}`);
    });
    return started.found;
  };

  const restart = async (reason: string) => {
    const since = performance.now();
    for (let why = reason; !signal.aborted;) {
      const pause = waitMs;
      waitMs = Math.min(waitMs * 2, pace.maxMs);
      report.bad(`${why}\n    starting it again in ${pause / 1_000} s`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await begin(() => undefined);
        report.good(`${component.name} is back after ${((performance.now() - since) / 1_000).toFixed(1)} s`);
        return;
      } catch (error) {
        why = messageOf(error);
      }
    }
  };

  return {
    start: (say) => {
      const starting = begin(say);
      work = starting.catch(() => undefined);
      return starting;
    },
    stop: async (graceMs) => {
      ending.abort();
      await run?.stop(graceMs);
      await work;
      await run?.stop(graceMs); // a run whose start was in progress
    },
  };
};

const wordsOf = ({ code, signal }: Exit) => (signal ? `signal ${signal}` : `exit code ${code ?? 'unknown'}`);
const quote = (lines: readonly string[] = []) => lines.map((line) => `\n    | ${line}`).join('');
