import type { KafkaMessage } from '@portico/kafka';

/** Maximum bytes of a value that Portico writes again, so that it fits into a record. A longer value is rejected with its beginning. */
export const MAX_KEPT_BYTES = 512 * 1024;

/** Names of CloudEvents attributes have only lower-case letters and digits. */
const COPIED = /^(?:content-type|ce_[a-z0-9]{1,64})$/;

/**
 * The headers of a published record that Portico copies: those of the event, as bytes. All others are dropped, so that no publisher
 * can set Portico's own headers, or ones that Kafka's client cannot write.
 */
export function publishedHeaders(headers: KafkaMessage['headers'] = {}): Record<string, Buffer> {
  const copied: Record<string, Buffer> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first: unknown = [value].flat()[0];
    if (COPIED.test(name) && (typeof first === 'string' || Buffer.isBuffer(first))) copied[name] = Buffer.from(first);
  }
  return copied;
}
