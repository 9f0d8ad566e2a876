import { guarded, KafkaConfig } from '@portico/kafka';
import { DatabaseConfig } from '@portico/postgres';
import { LinkConfig, ServiceConfig, ServiceTokenConfig } from '@portico/service';
import { z } from 'zod';

export const AlertsConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    ...LinkConfig.shape,
    ...ServiceTokenConfig.shape,
    /** Where the events service answers: lists and counts come from there. */
    EVENTS_URL: z.url(),
    /** Where the console is reached; links in messages begin with it. */
    CONSOLE_URL: z.url(),
    /** Name of the product in messages. */
    PRODUCT_NAME: z.string().default('Portico'),
  }),
);
export type AlertsConfig = z.infer<typeof AlertsConfig>;
