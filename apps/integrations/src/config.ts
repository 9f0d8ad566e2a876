import { DatabaseConfig } from '@portico/postgres';
import { KafkaConfig } from '@portico/kafka';
import { ServiceConfig } from '@portico/service';
import { z } from 'zod';

export const IntegrationsConfig = z.object({ ...ServiceConfig.shape, ...DatabaseConfig.shape, ...KafkaConfig.shape });
export type IntegrationsConfig = z.infer<typeof IntegrationsConfig>;
