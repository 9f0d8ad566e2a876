import { z } from 'zod/mini';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Lifetime of a Kafka token in seconds. */
export const KAFKA_TOKEN_LIFETIME = 15 * 60;
export const KAFKA_TOKEN_AUDIENCE = 'portico-kafka';
export const KAFKA_TOKEN_ISSUER = 'portico';

/** Token response (RFC 6749 4.4.3). The token's `sub`, which is also the Kafka principal, is the key's id. */
export const KafkaToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
});
export type KafkaToken = z.infer<typeof KafkaToken>;

export const exchangeKey = endpoint({
  method: 'POST',
  path: '/oauth/token',
  audit: { none: 'the last use of a key is kept with the key' },
  summary:
    'Exchange a key id and the key for a Kafka token: OAuth 2 client credentials (RFC 6749 4.4), in the form or as HTTP Basic',
  body: z.unknown(),
  response: KafkaToken,
});
export const getKafkaKeys = endpoint({
  method: 'GET',
  path: '/oauth/jwks.json',
  audit: READS_SETTINGS,
  summary: 'Get the public keys (RFC 7517) with which Kafka verifies its tokens',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});
