import { CommaList } from '@portico/service';
import { z } from 'zod';

export const KafkaConfig = z.object({
  /** `host:port` pairs, separated by commas. */
  KAFKA_BROKERS: CommaList,
  /** Copies of each topic that the project creates; a cluster wants 3. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).default(1),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;
