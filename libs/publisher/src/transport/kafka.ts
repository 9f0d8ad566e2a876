import type { Outgoing } from '../event/outgoing.ts';
import { SendError, type Transport } from './transport.ts';

export type KafkaMessage = { key: string; value: string; headers: Record<string, string> };

/**
 * A connected Kafka producer, for example of kafkajs. Use an idempotent producer to keep the order of events.
 */
export type KafkaProducer = {
  send: (record: { topic: string; messages: KafkaMessage[] }) => Promise<unknown>;
};

export type KafkaOptions = {
  producer: KafkaProducer;
  /** The integration's own topic, `integration.door.v1.<integration id>`, or the shared topic. */
  topic: string;
};

/** The topic that several integrations share. Here, each event must contain the ids of its integration and organization. */
const SHARED_TOPIC = 'integration.events.v1';

/**
 * Creates a transport that publishes to a Kafka topic. `accepted` counts events that Kafka has stored. Portico validates them later, and
 * rejected events appear in Portico's inbox. The caller connects the producer before the first `publish`, and disconnects it after
 * `close()`.
 */
export const kafkaTransport = ({ producer, topic }: KafkaOptions): Transport => ({
  send: async (events, signal) => {
    const stray = events.find(({ sourceId, organizationId }) => sourceId === undefined || organizationId === undefined);
    if (topic === SHARED_TOPIC && stray)
      throw new SendError(`event ${stray.id} needs source_id and organization_id on ${topic}`, { isRetryable: false });
    const stored = await unlessAborted(producer.send({ topic, messages: events.map(toMessage(topic)) }), signal);
    // kafkajs returns an empty list when it does not know any partition of the topic yet.
    if (Array.isArray(stored) && stored.length === 0)
      throw new SendError(`Kafka has stored nothing on ${topic}`, { isRetryable: true });
    return { accepted: events.length, rejected: [] };
  },
});

/** Converts an event to a message. The key keeps the order: it is the organization id, or the topic name if the id is missing. */
const toMessage =
  (topic: string) =>
  ({ organizationId, text }: Outgoing): KafkaMessage => ({
    key: organizationId === undefined ? topic : String(organizationId),
    value: text,
    headers: { 'content-type': 'application/json' },
  });

/** Waits for `sending` until `signal` is aborted. Ignores a later response, because a Kafka client cannot be interrupted. */
const unlessAborted = async (sending: Promise<unknown>, signal: AbortSignal): Promise<unknown> => {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new SendError('the request was given up', { isRetryable: true }));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([sending, aborted]);
  } catch (error) {
    throw error instanceof SendError ? error : toSendError(error);
  } finally {
    settled.abort();
  }
};

/**
 * Converts a producer's error. The error is retryable, unless kafkajs marks it as final. kafkajs also marks errors as final when it has
 * used up its own retries; these are retryable.
 */
const toSendError = (error: unknown): SendError => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isFinal = typeof error === 'object' && error !== null && 'retriable' in error && error.retriable === false;
  return new SendError(`Kafka did not take it: ${message}`, {
    isRetryable: !isFinal || name === 'KafkaJSNumberOfRetriesExceeded',
  });
};
