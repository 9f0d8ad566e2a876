import type { Outgoing } from '../event/outgoing.ts';
import { SendError, type Transport } from './transport.ts';

export type KafkaMessage = { key: string; value: string; headers: Record<string, string> };

/**
 * The required interface of a connected Kafka producer, such as that of kafkajs. Make the producer idempotent to keep the order.
 */
export type KafkaProducer = {
  send: (record: { topic: string; messages: KafkaMessage[] }) => Promise<unknown>;
};

export type KafkaOptions = {
  producer: KafkaProducer;
  /** The integration's own topic, `integration.door.v1.<integration id>`, or the shared topic. */
  topic: string;
};

/** On this topic, only the record identifies the integration. */
const SHARED_TOPIC = 'integration.events.v1';

/**
 * Publishes to a topic. Accepted means that Kafka has stored the events. Portico validates them later and puts rejected ones into the
 * inbox of rejected events. The caller owns the producer: connect it before, and disconnect it after `close()`.
 */
export const kafkaTransport = ({ producer, topic }: KafkaOptions): Transport => ({
  send: async (events, signal) => {
    const stray = events.find(({ sourceId, organizationId }) => sourceId === undefined || organizationId === undefined);
    if (topic === SHARED_TOPIC && stray)
      throw new SendError(`event ${stray.id} needs source_id and organization_id on ${topic}`, { isRetryable: false });
    const stored = await unlessAborted(producer.send({ topic, messages: events.map(toMessage(topic)) }), signal);
    // kafkajs returns this when it does not know any partition of the topic yet.
    if (Array.isArray(stored) && stored.length === 0)
      throw new SendError(`Kafka has stored nothing on ${topic}`, { isRetryable: true });
    return { accepted: events.length, rejected: [] };
  },
});

/** All events of an organization, or of one integration's topic, have the same key, which keeps their order. */
const toMessage =
  (topic: string) =>
  ({ organizationId, text }: Outgoing): KafkaMessage => ({
    key: organizationId === undefined ? topic : String(organizationId),
    value: text,
    headers: { 'content-type': 'application/json' },
  });

/** Kafka clients cannot be interrupted, so their response is ignored. */
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

/** An error of kafkajs tells whether it is retriable, and whether kafkajs's own retries were used up. */
const toSendError = (error: unknown): SendError => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isFinal = typeof error === 'object' && error !== null && 'retriable' in error && error.retriable === false;
  return new SendError(`Kafka did not take it: ${message}`, {
    isRetryable: !isFinal || name === 'KafkaJSNumberOfRetriesExceeded',
  });
};
