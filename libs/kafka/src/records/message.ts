import type { RecordBatch } from './record-batch.ts';

/** A record as every consumer of Portico receives it. `timestamp` (milliseconds since 1970) and Kafka's `offset` are strings of digits. */
export type KafkaMessage = {
  key: Buffer | null;
  value: Buffer | null;
  timestamp: string;
  offset: string;
  attributes: number;
  /** Whether the record marks the end of a transaction. kafkajs does not pass such records to consumers. */
  isControlRecord?: boolean;
  /** kafkajs needs this field to skip records of aborted transactions. */
  batchContext?: { producerId: string; inTransaction: boolean };
  magicByte?: number;
  /** Headers that have a value, by name. A name that occurs several times has a list. */
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
  /**
   * Why the record or batch was not decoded; `value` then holds its bytes. In topics that only Portico writes, `key` and `headers` are set
   * too.
   */
  unreadable?: string | null;
  /** The undecoded batch, in topics whose batches arrive undecoded. `offset` is then the offset of its last record. */
  recordBatch?: RecordBatch;
};
