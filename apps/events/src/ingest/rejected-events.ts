import { Injectable } from '@nestjs/common';
import { REJECTION_HEADERS, REJECTED_EVENTS_TOPIC, SENDER_HEADER } from '@portico/contracts/events/integration-event';
import { offsetOf } from '@portico/contracts/events/position';
import { type Message, sendInRequests } from '@portico/kafka';
import { Directory } from '../directory/directory.ts';
import { type RejectedMessage, senderOf } from '../judge/judged-message.ts';
import { MAX_KEPT_BYTES, publishedHeaders } from '../judge/published-headers.ts';
import { type KnownErased, withoutErased } from '../judge/without-erased.ts';
import { isDoor, toTopicPartition } from '../logs/logs.ts';
import { IngestProducer } from './ingest-producer.ts';

/** Maximum bytes of a key; the rest is cut off, because the time in which kafkajs hashes a key grows quadratically. */
const MAX_KEPT_KEY_BYTES = 1_024;

/** A record for the rejected topic: the original bytes and key, and the reason in the headers. */
function toRejectedMessage(rejected: RejectedMessage, known: KnownErased): Message {
  const { position, publishedAt, rejection } = rejected;
  const message = rejection.code === 'unreadable' ? rejected.message : withoutErased(rejected.message, known);
  const { topic, partition } = toTopicPartition(position.partition);
  return {
    key: message.key && message.key.subarray(0, MAX_KEPT_KEY_BYTES),
    value: message.value && message.value.subarray(0, MAX_KEPT_BYTES),
    headers: {
      ...publishedHeaders(message.headers),
      ...(isDoor(position.partition) && { [SENDER_HEADER]: String(senderOf(message)) }),
      [REJECTION_HEADERS.code]: rejection.code,
      [REJECTION_HEADERS.reason]: rejection.reason,
      [REJECTION_HEADERS.pointer]: rejection.pointer,
      [REJECTION_HEADERS.topic]: topic,
      [REJECTION_HEADERS.partition]: String(partition),
      [REJECTION_HEADERS.offset]: String(offsetOf(position.offset)),
      [REJECTION_HEADERS.timestamp]: String(publishedAt),
      [REJECTION_HEADERS.size]: String(rejected.message.value?.length ?? 0),
    },
  };
}

/** Publishes rejected events with the reasons, at least once. */
@Injectable()
export class RejectedEvents {
  constructor(
    private readonly producer: IngestProducer,
    private readonly directory: Directory,
  ) {}

  /** @throws if Kafka did not acknowledge all events; the caller must publish all of them again. */
  async publish(rejected: readonly RejectedMessage[]): Promise<void> {
    const messages = rejected.map((one) => toRejectedMessage(one, this.directory));
    await sendInRequests(messages, (some) => this.producer.send(REJECTED_EVENTS_TOPIC, some));
  }
}
