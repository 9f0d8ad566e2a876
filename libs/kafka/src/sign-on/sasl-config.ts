import { secret } from '@portico/service/config';
import { z } from 'zod';

const SASL_MECHANISMS = ['scram-sha-512', 'scram-sha-256', 'plain', 'oauthbearer', 'aws-msk-iam'] as const;

/** How a service proves to Kafka who it is. */
export const SaslConfig = z.object({
  /** Name with which the service signs on at Kafka; without it SASL is not used, unless the mechanism has no names. */
  KAFKA_SASL_USERNAME: z.string().optional(),
  /** Its password. */
  KAFKA_SASL_PASSWORD: secret(z.string().optional()),
  /** How it signs on. `oauthbearer` and `aws-msk-iam` need no name and password. */
  KAFKA_SASL_MECHANISM: z.enum(SASL_MECHANISMS).default('scram-sha-512'),
  /** Where `oauthbearer` gets its tokens, with the grant of client credentials. */
  KAFKA_OAUTH_TOKEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Id of the client at that endpoint. */
  KAFKA_OAUTH_CLIENT_ID: z.string().optional(),
  /** Its secret. */
  KAFKA_OAUTH_CLIENT_SECRET: secret(z.string().optional()),
  /** Scope that is asked for, where the endpoint wants one. */
  KAFKA_OAUTH_SCOPE: z.string().optional(),
  /** Region of the cluster for `aws-msk-iam`; the credentials are those that AWS's SDK finds. */
  KAFKA_MSK_REGION: z.string().optional(),
});
export type SaslConfig = z.infer<typeof SaslConfig>;

/** What the chosen way to sign on lacks, by variable. */
export function missingForSasl(config: SaslConfig): string[] {
  const needed: Partial<Record<SaslConfig['KAFKA_SASL_MECHANISM'], readonly (keyof SaslConfig)[]>> = {
    oauthbearer: ['KAFKA_OAUTH_TOKEN_URL', 'KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_CLIENT_SECRET'],
    'aws-msk-iam': ['KAFKA_MSK_REGION'],
  };
  return (needed[config.KAFKA_SASL_MECHANISM] ?? []).filter((name) => config[name] === undefined);
}

/** Whether the brokers ask who connects. */
export const usesSasl = ({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username }: SaslConfig): boolean =>
  mechanism === 'oauthbearer' || mechanism === 'aws-msk-iam' || username !== undefined;
