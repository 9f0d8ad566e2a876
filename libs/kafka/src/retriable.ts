import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between the tries, in milliseconds. */
const PAUSES = [50, 100, 200, 400, 800, 1_600, 3_200];

/** kafkajs throws it, as an error without a class of its own, where a broker took a connection and never answered on it. */
const isUnanswered = (error: Error): boolean => error.message === 'Broker not connected';

/** Whether Kafka failed, and not what was done with its answer. Not every error of kafkajs shares a class. */
export const isKafkaError = (error: unknown): error is Error =>
  error instanceof Error && (error.name.startsWith('KafkaJS') || isUnanswered(error));

/** Kafka's own word that the same request may work a moment later: a leader that moves, a broker that went. */
const isRetriable = (error: unknown): boolean =>
  error instanceof Error && 'retriable' in error && error.retriable === true;

/** Kafka's name of what failed, such as `TOPIC_AUTHORIZATION_FAILED`; undefined when Kafka did not say. */
export function faultType(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'type' in error && typeof error.type === 'string' ? error.type : faultType(error.cause);
}

/** Whether Kafka has no authorizer, so that there are no ACLs. */
export const isSecurityDisabled = (error: unknown): boolean => faultType(error) === 'SECURITY_DISABLED';

/** What failed of each topic, where a request concerned several. @throws the error itself when it is another one. */
export function topicFaults(error: unknown): { topic: string; type: string }[] {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) throw error;
  return error.errors.map((one: unknown) => {
    if (!(one instanceof Error) || !('topic' in one) || !('type' in one)) throw error;
    return { topic: String(one.topic), type: String(one.type) };
  });
}

/** At these kafkajs stops for good, although they only say that no broker could be asked. */
const OUTAGES: ReadonlySet<string> = new Set([
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSTimeout',
  'KafkaJSLockTimeout',
]);

/** Whether a consumer stopped because Kafka was away, so that it can begin again, and not at an answer that stays the same. */
export const isOutage = (error: Error): boolean => {
  if (OUTAGES.has(error.name) || isUnanswered(error)) return true;
  return error.cause instanceof Error ? isOutage(error.cause) : isRetriable(error);
};

/** Kafka's names of faults at which a member joins its group again. */
const REJOINED: ReadonlySet<string> = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);

/** The fault of a group that has moved on, as Kafka said it. kafkajs rejoins at that alone: a commit of one's own wraps it. */
export const rejoinFault = (error: Error): Error =>
  error.cause instanceof Error && REJOINED.has(faultType(error.cause) ?? '') ? rejoinFault(error.cause) : error;

/** Pause between two tries to begin again, in milliseconds. */
const PAUSE = 250;

/** Begins again until it works, or `isOver`. @throws what is no failure of Kafka. */
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
 * Retries for some seconds while Kafka says that a failure is retriable: kafkajs does that for few of its requests, and a
 * topic that was created a moment ago, or whose leader has just ended, is unknown or without a leader for that long.
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
