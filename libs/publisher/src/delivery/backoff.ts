/** Longest duration of a timer in milliseconds, 24 days. */
const LONGEST = 2_147_483_647;

type Backoff = { minRetryMs: number; maxRetryMs: number };

/**
 * Returns the milliseconds until the next attempt, after `attempt` failed attempts. The delay doubles with each attempt up to a
 * maximum. Half of the delay is random, so that publishers do not retry at the same moment. Never shorter than Retry-After.
 */
export const delayAfter = (
  attempt: number,
  retryAfterMs: number,
  { minRetryMs, maxRetryMs }: Backoff,
  random: () => number = Math.random,
): number => {
  const longest = Math.min(maxRetryMs, minRetryMs * 2 ** (attempt - 1));
  return Math.max(retryAfterMs, (longest * (1 + random())) / 2);
};

/** Waits at most 24 days. Ends early, without an error, when the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || milliseconds <= 0) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, LONGEST));
    signal.addEventListener('abort', end, { once: true });
  });
