import { DatabaseConfig } from '@portico/postgres';
import { KafkaConfig } from '@portico/kafka';
import { Flag, LinkConfig, ServiceConfig } from '@portico/service';
import { z } from 'zod';

export const OrgsConfig = z.object({
  ...ServiceConfig.shape,
  ...DatabaseConfig.shape,
  ...KafkaConfig.shape,
  ...LinkConfig.shape,
  /** Whether joining an organization needs an administrator's approval. */
  APPROVAL_FLOW: Flag.default(true),
});
export type OrgsConfig = z.infer<typeof OrgsConfig>;
