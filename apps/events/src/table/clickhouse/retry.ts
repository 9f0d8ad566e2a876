import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { isKafkaError } from '@portico/kafka';
import { classOf, Unavailable } from '@portico/service';

/** First and longest pause between two tries, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** Whether an engine is to blame, so that the same may pass later. */
const isUnavailable = (error: unknown): error is Error => error instanceof Unavailable || isKafkaError(error);

/**
 * Retries for as long as a dependency is unavailable, with growing pauses, and says so in the log.
 * @throws whatever else `attempt` throws, at once: a rejected row, or a defect. The signal's reason when it is aborted.
 */
export async function untilItWorks<Value>(
  what: string,
  attempt: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const logger = new Logger('Retry');
  for (let pause = FIRST_PAUSE, tries = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE), tries += 1) {
    signal.throwIfAborted();
    try {
      const value = await attempt();
      if (tries > 1) logger.log({ attempts: tries }, `${what} succeeded after retries`);
      return value;
    } catch (thrown) {
      const error = classOf(thrown);
      if (!isUnavailable(error)) throw thrown;
      logger.warn({ attempt: tries, pause, error: error.message }, `${what} failed, retrying`);
    }
    await sleep(pause, undefined, { signal });
  }
}
