import type { IntegrationEvent, Rejection } from '@portico/contracts/events/integration-event';
import type { Position } from '@portico/contracts/events/position';
import { type KafkaMessage, unreadableReason } from '@portico/kafka';
import { accept, type Integrations, type Verdict } from './accept.ts';
import { reject } from './rejection.ts';

/** One message of the events topic, and what was decided about it. */
export type JudgedMessage = {
  position: Position;
  /** Milliseconds since 1970, Kafka's own clock. */
  publishedAt: number;
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>;
  verdict: Verdict;
};

/** `details`: their JSON text, as it was published. */
export type StorableEvent = JudgedMessage & { event: IntegrationEvent; details: string };
export type RejectedMessage = JudgedMessage & { rejection: Rejection };

/**
 * Milliseconds after which a rejection that may change is decided once more: the news of an integration made a moment
 * ago travels through its service's outbox and Kafka.
 */
export const GRACE = 500;

export function judge(
  { message, publishedAt }: Pick<JudgedMessage, 'message' | 'publishedAt'>,
  integrations: Integrations,
): Verdict {
  const unreadable = unreadableReason(message);
  if (unreadable !== null) return reject('unreadable', unreadable);
  return accept(message.value, message.headers ?? {}, integrations, publishedAt);
}

export const toJudgedMessage = (
  partition: number,
  message: KafkaMessage,
  integrations: Integrations,
): JudgedMessage => {
  const publishedAt = Number(message.timestamp);
  return {
    position: { partition, offset: Number(message.offset) },
    publishedAt,
    message,
    verdict: judge({ message, publishedAt }, integrations),
  };
};
