import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { ConnectionOptions } from '@portico/kafka/connection';
import { Kafka, logLevel, Partitioners } from 'kafkajs';

const PAUSE = 2_000;

/** Does it again, after a pause, until it succeeds or `signal` ends it. @throws AbortError when it was ended. */
export const persist = async <Result>(
  what: string,
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  for (let told = false; ;) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!told) console.error(`${what}: ${error instanceof Error ? error.message : String(error)}; retrying`);
      told = true;
      await sleep(PAUSE, undefined, { signal });
    }
  }
};

/** Publishes until Kafka has stored the events; after a doubtful send they are sent again with the same ids. */
export type Stage = { publish: (...events: IntegrationEvent[]) => Promise<void>; close: () => Promise<void> };

export const openStage = async (connection: ConnectionOptions, signal: AbortSignal): Promise<Stage> => {
  const kafka = new Kafka({
    clientId: 'portico-demo',
    ...connection,
    connectionTimeout: 3_000,
    retry: { retries: 3 },
    logLevel: logLevel.NOTHING,
  });
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await persist('Kafka', signal, () => producer.connect());
  return {
    publish: async (...events) => {
      const messages = events.map((event) => ({ key: String(event.organization_id), value: JSON.stringify(event) }));
      await persist('Kafka', signal, () => producer.send({ topic: INTEGRATION_EVENTS_TOPIC, acks: -1, messages }));
    },
    close: () => producer.disconnect(),
  };
};
