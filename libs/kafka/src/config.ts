import { z } from 'zod';
import { KafkaConnection } from './connection.ts';

/** What a service reads from its environment about Kafka. */
export const KafkaConfig = KafkaConnection.extend({
  /** Copies of each topic that the project creates; a cluster wants 3. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).default(1),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;
