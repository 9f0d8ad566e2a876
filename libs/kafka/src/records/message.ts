import type { RecordBatch } from './record-batch.ts';

/** A record as every consumer of Portico receives it. `timestamp` (milliseconds since 1970) and Kafka's `offset` are strings of digits. */
export type KafkaMessage = {
  key: Buffer | null;
  value: Buffer | null;
  timestamp: string;
  offset: string;
  attributes: number;
  /** Whether it marks the end of a transaction. kafkajs does not pass such records to consumers. */
  isControlRecord?: boolean;
  /** Read by kafkajs to skip records of aborted transactions. */
  batchContext?: { producerId: string; inTransaction: boolean };
  magicByte?: number;
  /** Headers with a value. A list if the name occurs several times. */
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
  /** Why the record or its batch was not decoded. The value holds its bytes. Key and headers are kept in Portico's own topics. */
  unreadable?: string | null;
  /** The undecoded batch, in topics whose batches arrive whole. The offset is that of its last record. */
  recordBatch?: RecordBatch;
};
