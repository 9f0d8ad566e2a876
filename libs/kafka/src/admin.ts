import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';

/** Pauses between the tries, in milliseconds. */
const PAUSES = [50, 100, 200, 400, 800, 1_600, 3_200];

/** Kafka's own word that the same request may work a moment later: a leader that moves, a broker that went. */
const passes = (error: unknown): boolean => error instanceof Error && 'retriable' in error && error.retriable === true;

/**
 * Asks Kafka something on a connection of its own. While Kafka says that a failure passes it is asked again for some
 * seconds: kafkajs's admin client does that for few of its requests, and a topic that was just made, or whose leader has
 * just ended, answers 'not the leader' for a moment. Each try begins anew, since a connection keeps the leaders it knows.
 */
export async function withAdmin<Value>(kafka: Kafka, work: (admin: Admin) => Promise<Value>): Promise<Value> {
  for (const pause of PAUSES) {
    try {
      return await once(kafka, work);
    } catch (error) {
      if (!passes(error)) throw error;
    }
    await sleep(pause);
  }
  return once(kafka, work);
}

async function once<Value>(kafka: Kafka, work: (admin: Admin) => Promise<Value>): Promise<Value> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
