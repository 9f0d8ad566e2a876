import {
  OVER_QUOTA_HEADER,
  type Rejection,
  SENDER_HEADER,
  UNREADABLE_HEADER,
} from '@portico/contracts/events/integration-event';
import type { Position } from '@portico/contracts/events/position';
import type { KafkaMessage } from '@portico/kafka';
import { isDoor } from '../logs/logs.ts';
import { accept, type Integrations, type Verdict } from './accept.ts';
import { AcceptedEvent } from './accepted-event.ts';
import { reject, type Rejected } from './rejection.ts';

/** A message of the events topic with its verdict. */
export type JudgedMessage = {
  position: Position;
  /** Milliseconds since 1970, by Kafka's clock. */
  publishedAt: number;
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'unreadable'>;
  verdict: AcceptedEvent | Rejected;
};

export type RejectedMessage = JudgedMessage & { rejection: Rejection };

/**
 * Milliseconds after which a rejection that may change is validated again. The state of a new integration reaches this process with a
 * delay, through the outbox of its service and Kafka.
 */
export const GRACE = 500;

type Arrived = Omit<JudgedMessage, 'verdict'>;

/** Validates a message with the integrations that existed when it arrived. */
export function judge(arrived: Arrived, integrations: Integrations): AcceptedEvent | Rejected {
  const verdict = verdictOf(arrived, integrations);
  if (!verdict.ok) return verdict;
  const { position, publishedAt, message } = arrived;
  const { event, details, derived, hasOwnTime, moment } = verdict;
  const bytes = message.value?.length ?? 0;
  return new AcceptedEvent(event, position, publishedAt, bytes, details, derived, position, hasOwnTime, moment);
}

function verdictOf({ message, publishedAt, position }: Arrived, integrations: Integrations): Verdict {
  if (isDoor(position.partition)) return judgeOfDoor({ message, publishedAt }, integrations);
  const { unreadable } = message;
  if (typeof unreadable === 'string') return reject('unreadable', unreadable);
  return accept(message.value, message.headers ?? {}, integrations, publishedAt, null);
}

/** Validates a message of a topic in which Portico writes the sender into a header. */
export function judgeOfDoor({ message, publishedAt }: Omit<Arrived, 'position'>, integrations: Integrations): Verdict {
  const unreadable = message.unreadable ?? textOf(message, UNREADABLE_HEADER);
  if (unreadable !== null) return reject('unreadable', unreadable);
  if (textOf(message, OVER_QUOTA_HEADER) !== null)
    return reject('over_quota', `integration ${senderOf(message)} had used up its quota`);
  return accept(message.value, message.headers ?? {}, integrations, publishedAt, senderOf(message));
}

/** The id of the integration that Portico authenticated as the sender of a message; 0 if unknown. */
export function senderOf({ headers }: Pick<KafkaMessage, 'headers'>): number {
  const text = String(headers?.[SENDER_HEADER] ?? '');
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
}

/** A header that Portico wrote; null if missing. */
function textOf({ headers }: Pick<KafkaMessage, 'headers'>, name: string): string | null {
  const text = headers?.[name];
  return text === undefined ? null : String(text);
}

/** @param position - the partition and, in the field `offset`, the message's place: epoch and offset in one number. */
export function toJudgedMessage(position: Position, message: KafkaMessage, integrations: Integrations): JudgedMessage {
  const publishedAt = Number(message.timestamp);
  return { position, publishedAt, message, verdict: judge({ message, publishedAt, position }, integrations) };
}
