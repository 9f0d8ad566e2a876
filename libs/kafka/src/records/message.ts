import type { RecordBatch } from './record-batch.ts';

/** A record as every consumer of Portico gets it. `timestamp`: milliseconds since 1970, `offset`: Kafka's, both as digits. */
export type KafkaMessage = {
  key: Buffer | null;
  value: Buffer | null;
  timestamp: string;
  offset: string;
  attributes: number;
  /** Whether it marks the end of a transaction. kafkajs keeps such records from consumers. */
  isControlRecord?: boolean;
  /** What kafkajs reads to leave out records of aborted transactions. */
  batchContext?: { producerId: string; inTransaction: boolean };
  magicByte?: number;
  /** Headers with a value; a list where a name comes several times. */
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
  /** Why the record, or its batch, was not decoded. The value holds its bytes, and Portico's own topics keep key and headers. */
  unreadable?: string | null;
  /** The undecoded batch, in topics whose batches arrive whole. The offset is that of its last record. */
  recordBatch?: RecordBatch;
};
