import type { IntegrationEvent, Refusal } from '@portico/contracts/events/integration-event';
import type { Position } from '@portico/contracts/events/position';
import { unreadableReason } from '@portico/kafka';
import type { KafkaMessage } from 'kafkajs';
import { accept, type Integrations, type Verdict } from './accept.ts';
import { refuse } from './rejection.ts';

/** One message of the events topic, and what was decided about it. */
export type Arrival = {
  position: Position;
  /** Milliseconds since 1970, Kafka's own clock. */
  publishedAt: number;
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>;
  verdict: Verdict;
};

/** `details`: their JSON text, as it was published. */
export type StorableEvent = Arrival & { event: IntegrationEvent; details: string };
export type RefusedEvent = Arrival & { refusal: Refusal };

/**
 * Milliseconds after which a refusal that may change is decided once more: the news of an integration made a moment
 * ago travels through its service's outbox and Kafka.
 */
export const GRACE = 500;

export function judge(
  { message, publishedAt }: Pick<Arrival, 'message' | 'publishedAt'>,
  integrations: Integrations,
): Verdict {
  const unreadable = unreadableReason(message);
  if (unreadable !== null) return refuse('unreadable', unreadable);
  return accept(message.value, message.headers ?? {}, integrations, publishedAt);
}

export const toArrival = (partition: number, message: KafkaMessage, integrations: Integrations): Arrival => {
  const publishedAt = Number(message.timestamp);
  return {
    position: { partition, offset: Number(message.offset) },
    publishedAt,
    message,
    verdict: judge({ message, publishedAt }, integrations),
  };
};
