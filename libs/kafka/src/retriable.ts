import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between the tries, in milliseconds. */
const PAUSES = [50, 100, 200, 400, 800, 1_600, 3_200];

/** Whether Kafka failed, and not what was done with its answer. Not every error of kafkajs shares a class. */
export const isKafkaError = (error: unknown): error is Error =>
  error instanceof Error && error.name.startsWith('KafkaJS');

/** Kafka's own word that the same request may work a moment later: a leader that moves, a broker that went. */
const isRetriable = (error: unknown): boolean =>
  error instanceof Error && 'retriable' in error && error.retriable === true;

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
