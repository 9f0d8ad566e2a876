import type { KafkaMessage } from '@portico/kafka';

/** Bytes of a value that Portico writes again, so that it fits into a record. A longer value is rejected with its beginning. */
export const MAX_KEPT_BYTES = 512 * 1024;

/** Names of CloudEvents attributes have lower-case letters and digits alone. */
const COPIED = /^(?:content-type|ce_[a-z0-9]{1,64})$/;

/**
 * The headers of a published record that Portico writes again: what belongs to the event, as bytes. All others stay behind,
 * so that no publisher writes a header of Portico's own, and none that Kafka's client cannot write.
 */
export function publishedHeaders(headers: KafkaMessage['headers'] = {}): Record<string, Buffer> {
  const copied: Record<string, Buffer> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first: unknown = [value].flat()[0];
    if (COPIED.test(name) && (typeof first === 'string' || Buffer.isBuffer(first))) copied[name] = Buffer.from(first);
  }
  return copied;
}
