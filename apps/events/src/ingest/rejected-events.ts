import { Injectable } from '@nestjs/common';
import {
  DEPRECATED_REJECTION_HEADERS,
  REJECTION_HEADERS,
  REJECTED_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { offsetOf } from '@portico/contracts/events/position';
import type { IHeaders, Message } from '@portico/kafka';
import type { RejectedMessage } from '../judge/judged-message.ts';
import { toTopicPartition } from '../logs/logs.ts';
import { IngestProducer } from './ingest-producer.ts';

/** Bytes of one request: a broker's default largest is 1 MiB. */
const MAX_REQUEST_BYTES = 700_000;
/** Of a longer value the beginning is kept, so that headers and value still fit into one record; `size` tells. */
const MAX_KEPT_BYTES = 512 * 1024;
const MAX_KEPT_HEADER_BYTES = 64 * 1024;

/** One record of the rejected topic: the bytes and the key that came, with the reason in the headers. */
export function toRejectedMessage({ message, position, publishedAt, rejection }: RejectedMessage): Message {
  const { topic, partition } = toTopicPartition(position.partition);
  return {
    key: message.key,
    value: message.value && message.value.subarray(0, MAX_KEPT_BYTES),
    headers: {
      ...(bytesOf(message.headers) <= MAX_KEPT_HEADER_BYTES && message.headers),
      [REJECTION_HEADERS.code]: rejection.code,
      [REJECTION_HEADERS.reason]: rejection.reason,
      [REJECTION_HEADERS.pointer]: rejection.pointer,
      [DEPRECATED_REJECTION_HEADERS.code]: rejection.code,
      [DEPRECATED_REJECTION_HEADERS.reason]: rejection.reason,
      [DEPRECATED_REJECTION_HEADERS.pointer]: rejection.pointer,
      [REJECTION_HEADERS.topic]: topic,
      [REJECTION_HEADERS.partition]: String(partition),
      [REJECTION_HEADERS.offset]: String(offsetOf(position.offset)),
      [REJECTION_HEADERS.timestamp]: String(publishedAt),
      [REJECTION_HEADERS.size]: String(message.value?.length ?? 0),
    },
  };
}

/** Tells publishers what was rejected and why, at least once. */
@Injectable()
export class RejectedEvents {
  constructor(private readonly producer: IngestProducer) {}

  /** @throws when Kafka did not acknowledge all of them; publish all again then. */
  async publish(rejected: readonly RejectedMessage[]): Promise<void> {
    for (const messages of requests(rejected.map(toRejectedMessage)))
      await this.producer.send(REJECTED_EVENTS_TOPIC, messages);
  }
}

const bytesOf = (headers: IHeaders = {}): number =>
  Object.entries(headers)
    .flatMap(([name, value]) => [name, value ?? ''].flat())
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const sizeOf = ({ value, key, headers }: Message): number =>
  (value?.length ?? 0) + (key?.length ?? 0) + bytesOf(headers);

/** The messages in their order, in lists that each fit into one request. */
function requests(messages: readonly Message[]): Message[][] {
  const lists: Message[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = sizeOf(message);
    if (bytes + size > MAX_REQUEST_BYTES) {
      lists.push([]);
      bytes = 0;
    }
    bytes += size;
    lists.at(-1)?.push(message);
  }
  return lists;
}
