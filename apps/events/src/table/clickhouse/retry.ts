import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { isKafkaError } from '@portico/kafka';
import { classOf, Unavailable } from '@portico/service';

/** Pause after the first attempt in milliseconds. Each further pause is twice as long. */
const FIRST_PAUSE = 100;
/** Maximum pause between two attempts in milliseconds. */
const LONGEST_PAUSE = 5_000;

/** Whether ClickHouse or Kafka is at fault, so that a retry may succeed. */
const isUnavailable = (error: unknown): error is Error => error instanceof Unavailable || isKafkaError(error);

/**
 * Retries `attempt` with growing pauses while ClickHouse or Kafka is unavailable, and logs each failure.
 * @throws any other error of `attempt` immediately: a rejected row, or a defect. The signal's reason if aborted.
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
