import Decoder from 'kafkajs/src/protocol/decoder.js';
import fetch from 'kafkajs/src/protocol/requests/fetch/index.js';
import { decodeRecordSet } from '../records/decode.ts';
import type { KafkaMessage } from '../records/message.ts';

/** Version of the fetch request: the latest version that kafkajs supports. Kafka supports this version since Kafka 2.3. */
const VERSION = 11;

async function decode(bytes: Buffer): Promise<object> {
  const decoder = new Decoder(bytes);
  const clientSideThrottleTime = decoder.readInt32();
  const errorCode = decoder.readInt16();
  const sessionId = decoder.readInt32();
  const responses = await decoder.readArrayAsync(async (topic) => {
    const topicName = topic.readString();
    return { topicName, partitions: await topic.readArrayAsync((partition) => decodePartition(partition, topicName)) };
  });
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
}

async function decodePartition(decoder: Decoder, topic: string): Promise<object> {
  const header = {
    partition: decoder.readInt32(),
    errorCode: decoder.readInt16(),
    highWatermark: String(decoder.readInt64()),
    lastStableOffset: String(decoder.readInt64()),
    lastStartOffset: String(decoder.readInt64()),
    abortedTransactions: decoder.readArray((transaction) => ({
      producerId: String(transaction.readInt64()),
      firstOffset: String(transaction.readInt64()),
    })),
    preferredReadReplica: decoder.readInt32(),
  };
  return { ...header, messages: await decodeMessages(decoder, { topic, partition: header.partition }) };
}

async function decodeMessages(decoder: Decoder, place: { topic: string; partition: number }): Promise<KafkaMessage[]> {
  const size = decoder.readInt32();
  if (size <= 0 || !decoder.canReadBytes(size)) return [];
  return decodeRecordSet(decoder.readBytes(size), place);
}

/** Applies to every consumer of this process. */
export function decodeFetchesWithLimits(): void {
  const { protocol } = fetch;
  fetch.versions = [String(VERSION)];
  fetch.protocol = ({ version }) => {
    if (version !== VERSION)
      throw new Error(`this Kafka knows Fetch ${version} at most, Portico needs ${VERSION}: Kafka 2.3`);
    const make = protocol({ version });
    return (options) => {
      const made = make(options);
      return { ...made, response: { ...made.response, decode } };
    };
  };
}
