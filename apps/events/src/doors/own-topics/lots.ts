import type { Message } from '@portico/kafka';

/** Bytes of a request to Kafka, which keeps what goes to a partition as one batch of at most a megabyte. */
const LOT_BYTES = 512 * 1024;

const sizeOf = ({ value }: Message): number => value?.length ?? 0;

/** The same messages in the same order, in lots of at most {@link LOT_BYTES}, or of one longer message. */
export function lotsOf(messages: readonly Message[]): Message[][] {
  const lots: Message[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    bytes += sizeOf(message);
    if (bytes > LOT_BYTES) {
      lots.push([]);
      bytes = sizeOf(message);
    }
    lots.at(-1)?.push(message);
  }
  return lots;
}
