import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { ConnectionOptions } from '@portico/kafka/connection';
import { Kafka, logLevel, Partitioners } from '@portico/kafka/client';

const PAUSE_MS = 2_000;

/** @throws AbortError when `signal` aborts. */
export const retryUntilEnded = async <Result>(
  what: string,
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  for (let isLogged = false; ;) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!isLogged)
        console.error(`demo: ${what} failed, retrying: ${error instanceof Error ? error.message : String(error)}`);
      isLogged = true;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
};

/** `publish` resolves when Kafka has stored the events. A retry uses the same event ids. */
export type Publisher = { publish: (...events: IntegrationEvent[]) => Promise<void>; close: () => Promise<void> };

export const openPublisher = async (connection: ConnectionOptions, signal: AbortSignal): Promise<Publisher> => {
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
  await retryUntilEnded('Kafka', signal, () => producer.connect());
  return {
    publish: async (...events) => {
      const messages = events.map((event) => ({ key: String(event.organization_id), value: JSON.stringify(event) }));
      await retryUntilEnded('Kafka', signal, () =>
        producer.send({ topic: INTEGRATION_EVENTS_TOPIC, acks: -1, messages }),
      );
    },
    close: () => producer.disconnect(),
  };
};
