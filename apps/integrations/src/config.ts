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
    /** Trust of new integrations in the shared topic, whose senders are not authenticated: `open`, `observe` or `enforce`. */
    INTEGRATION_TRUST_DEFAULT: z.enum(TRUSTS).default('enforce'),
    /**
     * Encrypts webhook secrets, with the same value in integrations and events. Several values, separated by commas, allow rotation:
     * the first value encrypts, all values decrypt. Without a value there are no webhooks.
     */
    HOOKS_SECRET: sealingSecrets,
    /** Public URL of the API. */
    API_URL: z.url(),
    /** Public Kafka addresses for publishers, `host:port` pairs separated by commas; default: KAFKA_BROKERS. */
    KAFKA_PUBLIC_BROKERS: z.string().optional(),
    /** Whether publishers use TLS. */
    KAFKA_PUBLIC_PROTOCOL: z.enum(['SASL_PLAINTEXT', 'SASL_SSL']).default('SASL_SSL'),
    /** SASL mechanisms for keys at Kafka, separated by commas. Only the embedded broker supports `PLAIN` with the key itself. */
    KAFKA_PUBLIC_MECHANISMS: z
      .string()
      .default('OAUTHBEARER')
      .transform((list) => list.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(MECHANISMS)).min(1)),
    /** Age in days at which the signing key of Kafka tokens is replaced. */
    SIGNING_KEY_DAYS: z.coerce.number().positive().default(30),
  }),
);
export type IntegrationsConfig = z.infer<typeof IntegrationsConfig>;
