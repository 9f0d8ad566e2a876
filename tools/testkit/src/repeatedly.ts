import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Generates load: repeats `work` until `stop` is called. `stop` resolves after the last run.
 * @param pace - milliseconds between two runs.
 */
export function repeatedly(pace: number, work: () => Promise<unknown>): { stop: () => Promise<void> } {
  let isRunning = true;
  const done = (async () => {
    while (isRunning) {
      await work();
      await sleep(pace);
    }
  })();
  return { stop: () => ((isRunning = false), done) };
}
