import { crc32 } from 'node:zlib';
import type { KafkaMessage } from '@portico/kafka';

/**
 * The fingerprint of a record: offset, arrival time in Kafka, and checksum of the value (null if unknown). A recreated, truncated or
 * restored log has a different record at this offset, or no record.
 */
export type Mark = { offset: number; publishedAt: number; sum: number | null };

type Marked = Pick<KafkaMessage, 'offset' | 'timestamp' | 'value'>;

export const markOf = ({ offset, timestamp, value }: Marked): Mark => ({
  offset: Number(offset),
  publishedAt: Number(timestamp),
  sum: crc32(value ?? ''),
});

/** Whether `message`, the record at the mark's offset, is the record with this fingerprint. */
export const isMarked = (message: Marked, mark: Mark): boolean =>
  Number(message.timestamp) === mark.publishedAt && (mark.sum === null || crc32(message.value ?? '') === mark.sum);
