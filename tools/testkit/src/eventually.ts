import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks. */
const PAUSE = 20;

/**
 * Calls `look` until it neither throws nor answers false or undefined, and returns what it answered.
 * Rejects after `within` milliseconds with the last reason, so that a failing test tells what was missing.
 */
export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  within = 45_000,
): Promise<Exclude<Value, false | undefined>> {
  const deadline = Date.now() + within;
  let reason: unknown = new Error('it never became true');
  while (Date.now() < deadline) {
    try {
      const value = await look();
      if (value !== false && value !== undefined) return value as Exclude<Value, false | undefined>;
    } catch (error) {
      reason = error;
    }
    await sleep(PAUSE);
  }
  throw new Error(`not within ${within} ms: ${reason instanceof Error ? reason.message : String(reason)}`, {
    cause: reason,
  });
}
