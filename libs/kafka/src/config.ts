import { z } from 'zod';
import { KafkaConnection } from './connection-config.ts';

/** Environment variables about Kafka that a service reads. */
export const KafkaConfig = KafkaConnection.extend({
  /** Replicas of each topic that the project creates; use 3 on a cluster. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).default(1),
  /** Partitions of the events topic when it is created. Later, `npm run kafka:topics -- --partitions` adds more. */
  KAFKA_EVENTS_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(6),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;
