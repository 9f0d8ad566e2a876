import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between the first two checks; later pauses grow up to the maximum. */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 100;
const GROWTH = 1.25;

/**
 * Calls `look` until it neither throws nor returns false, null or undefined, and returns the result. Rejects after `within`
 * milliseconds with the last reason, so that a failing test shows what is missing.
 */
export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  within = 45_000,
): Promise<Exclude<Value, false | null | undefined>> {
  const deadline = Date.now() + within;
  let reason: unknown = new Error('it never became true');
  for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause = Math.min(pause * GROWTH, MAX_PAUSE_MS)) {
    try {
      const value = await look();
      if (value !== false && value !== null && value !== undefined)
        return value as Exclude<Value, false | null | undefined>;
    } catch (error) {
      reason = error;
    }
    await sleep(pause);
  }
  throw new Error(`not within ${within} ms: ${reason instanceof Error ? reason.message : String(reason)}`, {
    cause: reason,
  });
}
