import { setTimeout as sleep } from 'node:timers/promises';

/** @param pace - milliseconds between two runs. */
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
