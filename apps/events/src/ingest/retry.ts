import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

/** First and longest pause between two tries, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Tries until it works, with growing pauses, and says so in the log.
 * @throws what `attempt` throws when it `isFinal`, and the signal's reason when it is aborted.
 */
export async function untilItWorks<Value>(
  what: string,
  attempt: () => Promise<Value>,
  signal: AbortSignal,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Value> {
  const logger = new Logger('Retry');
  for (let pause = FIRST_PAUSE, tries = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE), tries += 1) {
    signal.throwIfAborted();
    try {
      const value = await attempt();
      if (tries > 1) logger.log(`${what}: works again after ${tries} tries`);
      return value;
    } catch (error) {
      if (isFinal(error)) throw error;
      logger.warn(`${what} failed, again in ${pause} ms: ${error instanceof Error ? error.message : String(error)}`);
    }
    await sleep(pause, undefined, { signal });
  }
}
