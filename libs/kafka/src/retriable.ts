import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between attempts, in milliseconds. */
const PAUSES = [50, 100, 200, 400, 800, 1_600, 3_200];

/** kafkajs throws this plain error when a broker accepted a connection but never answered. */
const isUnanswered = (error: Error): boolean => error.message === 'Broker not connected';

/** Whether Kafka failed, rather than the code that handled its response. The errors of kafkajs have no common class. */
export const isKafkaError = (error: unknown): error is Error =>
  error instanceof Error && (error.name.startsWith('KafkaJS') || isUnanswered(error));

/** Whether Kafka says that the same request may succeed soon, for example when a leader moves or a broker is down. */
const isRetriable = (error: unknown): boolean =>
  error instanceof Error && 'retriable' in error && error.retriable === true;

/** Kafka's name of the error, such as `TOPIC_AUTHORIZATION_FAILED`, or undefined when it did not come from Kafka. */
export function faultType(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'type' in error && typeof error.type === 'string' ? error.type : faultType(error.cause);
}

/** Whether Kafka has no authorizer, so that there are no ACLs. */
export const isSecurityDisabled = (error: unknown): boolean => faultType(error) === 'SECURITY_DISABLED';

/**
 * Returns the error of each topic, for a request about several topics.
 * @throws the error itself when it is a different one.
 */
export function topicFaults(error: unknown): { topic: string; type: string }[] {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) throw error;
  return error.errors.map((one: unknown) => {
    if (!(one instanceof Error) || !('topic' in one) || !('type' in one)) throw error;
    return { topic: String(one.topic), type: String(one.type) };
  });
}

/** kafkajs stops for good at these errors, although they only mean that no broker could be reached. */
const OUTAGES: ReadonlySet<string> = new Set([
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSTimeout',
  'KafkaJSLockTimeout',
]);

/** Whether a consumer stopped because Kafka was unavailable, so that it can be restarted. */
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

/** Returns Kafka's own error when a group has moved on. kafkajs only rejoins for that error, but an explicit commit wraps it. */
export const rejoinFault = (error: Error): Error =>
  error.cause instanceof Error && REJOINED.has(faultType(error.cause) ?? '') ? rejoinFault(error.cause) : error;

/** Pause between two attempts to restart, in milliseconds. */
const PAUSE = 250;

/**
 * Retries `begin` until it succeeds or `isOver`.
 * @throws any error that is not a failure of Kafka.
 */
export async function untilBegun(begin: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  for (;;) {
    await sleep(PAUSE);
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
 * Retries for some seconds while Kafka reports a retriable failure, which kafkajs does only for few requests. For example, a new
 * topic is unknown at first, and a topic whose leader went down has no leader for some seconds.
 */
export async function whileRetriable<Value>(work: () => Promise<Value>): Promise<Value> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isRetriable(error)) throw error;
    }
    await sleep(pause);
  }
  return work();
}
