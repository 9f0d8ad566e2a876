/**
 * Example of an external integration that publishes its events. This file needs only a Kafka client (here kafkajs, as
 * `@portico/kafka/client` exports it) and the contract. Copy this file to start your own publisher.
 */
import {
  INTEGRATION_EVENTS_TOPIC,
  IntegrationEvent,
  MAX_EVENT_BYTES,
} from '@portico/contracts/events/integration-event';
import { Kafka, type KafkaClientOptions, logLevel, Partitioners } from '@portico/kafka/client';
import { toMessage, type CloudEventMode } from './message.ts';

type PublisherOptions = {
  /** `host:port` of one or more brokers. */
  brokers: readonly string[];
  /** Credentials, if Kafka requires them: TLS, user name and password. */
  ssl?: KafkaClientOptions['ssl'];
  sasl?: KafkaClientOptions['sasl'];
  /** Name of this client in Kafka's logs and metrics. */
  clientId: string;
  /** Sends CloudEvents 1.0 in this mode. Default: plain JSON. */
  cloudEvent?: CloudEventMode | undefined;
};

/** Where Kafka stored events. Events of one call in one partition have consecutive offsets, starting at `offset`. */
export type Published = { partition: number; offset: number };

export type IntegrationPublisher = {
  /**
   * Publishes events, in order within an organization, and waits until Kafka has stored them. After a failure, it is unknown whether Kafka
   * stored the events: publish them again with the same ids. Portico lists an event only once, however often it arrives.
   * @throws ZodError for an event that violates the contract, RangeError for an event that is too large. Then no event is sent.
   */
  publish: (...events: readonly IntegrationEvent[]) => Promise<Published[]>;
  disconnect: () => Promise<void>;
};

/** Connects to Kafka. @throws KafkaJSError if no broker responds within some seconds. */
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
    // If kafkajs retries, Kafka stores the events only once and keeps their order.
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
