import type { KafkaMessage } from '@portico/kafka';

/** Maximum bytes of a value that Portico copies into a record. Portico copies only the beginning of a longer value. */
export const MAX_KEPT_BYTES = 512 * 1024;

/** Headers to copy. Names of CloudEvents attributes contain only lower-case letters and digits. */
const COPIED = /^(?:content-type|ce_[a-z0-9]{1,64})$/;

/**
 * Returns the headers of a published record that belong to the event, as bytes. Other headers are not copied, so that publishers
 * cannot set Portico's own headers, or headers that Kafka's client cannot write.
 */
export function publishedHeaders(headers: KafkaMessage['headers'] = {}): Record<string, Buffer> {
  const copied: Record<string, Buffer> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first: unknown = [value].flat()[0];
    if (COPIED.test(name) && (typeof first === 'string' || Buffer.isBuffer(first))) copied[name] = Buffer.from(first);
  }
  return copied;
}
