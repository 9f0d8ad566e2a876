import type { KafkaClientOptions } from '../client.ts';
import { bearerTokens } from './bearer-tokens.ts';
import { requestToken } from './client-credentials.ts';
import { signMskToken } from './msk-iam.ts';
import { missingForSasl, type SaslConfig } from './sasl-config.ts';

/** @throws Error that names the missing variables. */
export function saslOf(config: SaslConfig): Pick<KafkaClientOptions, 'sasl'> {
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password, KAFKA_SASL_MECHANISM: mechanism } = config;
  const missing = missingForSasl(config);
  if (missing.length > 0) throw new Error(`KAFKA_SASL_MECHANISM is ${mechanism}: set ${missing.join(', ')} as well`);
  if (mechanism === 'oauthbearer') {
    const credentials = {
      url: config.KAFKA_OAUTH_TOKEN_URL ?? '',
      clientId: config.KAFKA_OAUTH_CLIENT_ID ?? '',
      clientSecret: config.KAFKA_OAUTH_CLIENT_SECRET ?? '',
      scope: config.KAFKA_OAUTH_SCOPE,
    };
    return { sasl: { mechanism, oauthBearerProvider: bearerTokens(() => requestToken(credentials)) } };
  }
  if (mechanism === 'aws-msk-iam') {
    const region = config.KAFKA_MSK_REGION ?? '';
    return { sasl: { mechanism: 'oauthbearer', oauthBearerProvider: bearerTokens(() => signMskToken(region)) } };
  }
  if (username === undefined) return {};
  if (password === undefined) throw new Error('KAFKA_SASL_USERNAME is set: set KAFKA_SASL_PASSWORD as well');
  switch (mechanism) {
    case 'plain':
      return { sasl: { mechanism, username, password } };
    case 'scram-sha-256':
      return { sasl: { mechanism, username, password } };
    case 'scram-sha-512':
      return { sasl: { mechanism, username, password } };
  }
}
