import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Load: repeats `work` until `stop`, which resolves after the last time.
 * @param pace - milliseconds between two times.
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
