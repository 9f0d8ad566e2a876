import { setTimeout as sleep } from 'node:timers/promises';

const PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/** Whether a broker accepted the connection but never responded. For this case, kafkajs throws a plain `Error`. */
const isUnanswered = (error: Error): boolean => error.message === 'Broker not connected';

/** Whether kafkajs threw an error. Compares names, because the errors of kafkajs have no common class. */
export const isKafkaError = (error: unknown): error is Error =>
  error instanceof Error && (error.name.startsWith('KafkaJS') || isUnanswered(error));

/** Whether the same request may succeed soon according to Kafka, for example because a leader moves or a broker is down. */
const isRetriable = (error: unknown): boolean =>
  error instanceof Error && 'retriable' in error && error.retriable === true;

/** Returns Kafka's name of an error, such as `TOPIC_AUTHORIZATION_FAILED`, or undefined when the error is not Kafka's. */
export function faultType(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'type' in error && typeof error.type === 'string' ? error.type : faultType(error.cause);
}

/** Whether Kafka has no authorizer, and rejected a request about ACLs for that reason. */
export const isSecurityDisabled = (error: unknown): boolean => faultType(error) === 'SECURITY_DISABLED';

/**
 * Returns the error of each topic from the error of a request about several topics.
 * @throws `error` itself when it does not contain errors of topics.
 */
export function topicFaults(error: unknown): { topic: string; type: string }[] {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) throw error;
  return error.errors.map((fault: unknown) => {
    if (!(fault instanceof Error) || !('topic' in fault) || !('type' in fault)) throw error;
    return { topic: String(fault.topic), type: String(fault.type) };
  });
}

/** Errors after which kafkajs stops for good, although they only mean that it could not reach a broker. */
const OUTAGES: ReadonlySet<string> = new Set([
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSTimeout',
  'KafkaJSLockTimeout',
]);

/** Whether an error means that Kafka is unavailable, so that a consumer that stopped with this error can restart. */
export const isOutage = (error: Error): boolean => {
  if (OUTAGES.has(error.name) || isUnanswered(error)) return true;
  return error.cause instanceof Error ? isOutage(error.cause) : isRetriable(error);
};

/** Kafka's names of errors after which a member joins its group again. */
const REJOINED: ReadonlySet<string> = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);

/** Unwraps a `REJOINED` error, because kafkajs rejoins only after an unwrapped error. An explicit commit wraps its errors. */
export const rejoinFault = (error: Error): Error =>
  error.cause instanceof Error && REJOINED.has(faultType(error.cause) ?? '') ? rejoinFault(error.cause) : error;

const RESTART_PAUSE_MS = 250;

/**
 * Retries `begin` until it succeeds, or `isOver` returns true.
 * @throws any error of `begin` that does not come from Kafka.
 */
export async function untilBegun(begin: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  for (;;) {
    await sleep(RESTART_PAUSE_MS);
    if (isOver()) return;
    try {
      await begin();
      return;
    } catch (error) {
      if (!isKafkaError(error)) throw error;
    }
  }
}

/**
 * Retries `work` for about 6 seconds after retriable errors. kafkajs itself retries only few kinds of requests. For example, Kafka
 * does not know a new topic at first, and a topic whose leader went down has no leader for some seconds.
 */
export async function whileRetriable<Value>(work: () => Promise<Value>): Promise<Value> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isRetriable(error)) throw error;
    }
    await sleep(pause);
  }
  return work();
}
