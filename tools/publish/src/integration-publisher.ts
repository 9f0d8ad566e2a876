/**
 * How an external integration publishes its events. This file needs only a Kafka client (here kafkajs, as `@portico/kafka/client`
 * exports it) and the contract: copy it to start your own.
 */
import {
  INTEGRATION_EVENTS_TOPIC,
  IntegrationEvent,
  MAX_EVENT_BYTES,
} from '@portico/contracts/events/integration-event';
import { Kafka, type KafkaClientOptions, logLevel, Partitioners } from '@portico/kafka/client';
import { toMessage } from './message.ts';
import type { CloudEventMode } from './message.ts';

type PublisherOptions = {
  /** `host:port` of one or more brokers. */
  brokers: readonly string[];
  /** Credentials, if Kafka requires them: TLS, user name and password. */
  ssl?: KafkaClientOptions['ssl'];
  sasl?: KafkaClientOptions['sasl'];
  /** Shown in Kafka's own logs and metrics. */
  clientId: string;
  /** Sends CloudEvents 1.0 in this mode. Default: plain JSON. */
  cloudEvent?: CloudEventMode | undefined;
};

/** Where events were stored. Those of one call and one partition have consecutive offsets from `offset` on. */
export type Published = { partition: number; offset: number };

export type IntegrationPublisher = {
  /**
   * Publishes events, in order within an organization, and waits until Kafka has stored them. After a failure it is unknown whether
   * they were stored: publish the same events again, with the same ids. Portico shows an id once, however often it arrives.
   * @throws ZodError for an event that violates the contract, RangeError for one that is too large; nothing is sent then.
   */
  publish: (...events: readonly IntegrationEvent[]) => Promise<Published[]>;
  disconnect: () => Promise<void>;
};

/** @throws KafkaJSError if no broker answers within some seconds. */
export const connectPublisher = async (options: PublisherOptions): Promise<IntegrationPublisher> => {
  const kafka = new Kafka({
    clientId: options.clientId,
    brokers: [...options.brokers],
    ...(options.ssl !== undefined && { ssl: options.ssl }),
    ...(options.sasl !== undefined && { sasl: options.sasl }),
    connectionTimeout: 3_000,
    retry: { retries: 4, initialRetryTime: 200 },
    logLevel: logLevel.NOTHING, // errors are thrown
  });
  const producer = kafka.producer({
    // Kafka then stores a retry inside kafkajs only once, and keeps the order.
    idempotent: true,
    maxInFlightRequests: 1,
    // Portico chooses the topic's partitions and retention.
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect().catch(async (error: unknown) => {
    await producer.disconnect(); // the connection of an authenticated client without permission to publish is open already
    throw error;
  });

  return {
    publish: async (...events) => {
      const messages = events.map((event) => toMessage(checked(event), options.cloudEvent));
      const stored = await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, acks: -1, messages });
      return stored.map(({ partition, baseOffset }) => ({ partition, offset: Number(baseOffset) }));
    },
    disconnect: () => producer.disconnect(),
  };
};

const checked = (event: IntegrationEvent): IntegrationEvent => {
  const size = Buffer.byteLength(JSON.stringify(IntegrationEvent.parse(event)));
  if (size > MAX_EVENT_BYTES) throw new RangeError(`event ${event.id} has ${size} bytes, over ${MAX_EVENT_BYTES}`);
  return event;
};
