import { secret } from '@portico/service/config';
import { z } from 'zod';

const SASL_MECHANISMS = ['scram-sha-512', 'scram-sha-256', 'plain', 'oauthbearer', 'aws-msk-iam'] as const;

export const SaslConfig = z.object({
  /** User name for Kafka. Without it SASL is not used, unless the mechanism needs no user name. */
  KAFKA_SASL_USERNAME: z.string().optional(),
  /** Password of the user `KAFKA_SASL_USERNAME`. */
  KAFKA_SASL_PASSWORD: secret(z.string().optional()),
  /** SASL mechanism. `oauthbearer` and `aws-msk-iam` need no user name and password. */
  KAFKA_SASL_MECHANISM: z.enum(SASL_MECHANISMS).default('scram-sha-512'),
  /** Token endpoint for `oauthbearer`, with the client credentials grant. */
  KAFKA_OAUTH_TOKEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Client id for the token endpoint. */
  KAFKA_OAUTH_CLIENT_ID: z.string().optional(),
  /** Client secret for the token endpoint. */
  KAFKA_OAUTH_CLIENT_SECRET: secret(z.string().optional()),
  /** Scope to request, if the token endpoint needs a scope. */
  KAFKA_OAUTH_SCOPE: z.string().optional(),
  /** Region of the cluster for `aws-msk-iam`. The credentials come from AWS's default chain. */
  KAFKA_MSK_REGION: z.string().optional(),
});
export type SaslConfig = z.infer<typeof SaslConfig>;

export function missingForSasl(config: SaslConfig): string[] {
  const needed: Partial<Record<SaslConfig['KAFKA_SASL_MECHANISM'], readonly (keyof SaslConfig)[]>> = {
    oauthbearer: ['KAFKA_OAUTH_TOKEN_URL', 'KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_CLIENT_SECRET'],
    'aws-msk-iam': ['KAFKA_MSK_REGION'],
  };
  return (needed[config.KAFKA_SASL_MECHANISM] ?? []).filter((name) => config[name] === undefined);
}

export const usesSasl = ({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username }: SaslConfig): boolean =>
  mechanism === 'oauthbearer' || mechanism === 'aws-msk-iam' || username !== undefined;
