import { z } from 'zod';
import { KafkaConnection } from './connection.ts';

/** What a service reads from its environment about Kafka. */
export const KafkaConfig = KafkaConnection.extend({
  /** Replicas of each topic that the project creates; use 3 on a cluster. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).default(1),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;
