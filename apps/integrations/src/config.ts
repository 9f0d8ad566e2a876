import { DatabaseConfig } from '@portico/postgres';
import { guarded, KafkaConfig } from '@portico/kafka';
import { sealingSecrets, ServiceConfig } from '@portico/service';
import { TRUSTS } from '@portico/contracts/common/trust';
import { z } from 'zod';

const MECHANISMS = ['PLAIN', 'OAUTHBEARER'] as const;

export const IntegrationsConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    /** What the shared topic, where no one proves who sent an event, may do for new integrations: `open`, `observe` or `enforce`. */
    INTEGRATION_TRUST_DEFAULT: z.enum(TRUSTS).default('enforce'),
    /**
     * Encrypts secrets of webhooks; the same in integrations and events. Several, separated by commas: the first encrypts, all
     * decrypt. Without it there are no webhooks.
     */
    HOOKS_SECRET: sealingSecrets,
    /** Where the API is reached from outside. */
    API_URL: z.url(),
    /** `host:port` pairs, separated by commas, by which publishers reach Kafka; the services' own by default. */
    KAFKA_PUBLIC_BROKERS: z.string().optional(),
    /** Whether publishers reach it with TLS. */
    KAFKA_PUBLIC_PROTOCOL: z.enum(['SASL_PLAINTEXT', 'SASL_SSL']).default('SASL_SSL'),
    /** How a key signs on at Kafka, separated by commas. `PLAIN`, with the key itself, only the embedded broker takes. */
    KAFKA_PUBLIC_MECHANISMS: z
      .string()
      .default('OAUTHBEARER')
      .transform((list) => list.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(MECHANISMS)).min(1)),
    /** Age in days at which the key that signs tokens for Kafka is replaced. */
    SIGNING_KEY_DAYS: z.coerce.number().positive().default(30),
  }),
);
export type IntegrationsConfig = z.infer<typeof IntegrationsConfig>;
