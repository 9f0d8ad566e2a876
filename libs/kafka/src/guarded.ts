import { isLoopback } from '@portico/service/config';
import type { z } from 'zod';
import { type KafkaConnection, usesTls } from './connection-config.ts';
import { missingForSasl, usesSasl } from './sign-on/sasl-config.ts';

/**
 * Returns why a configuration is not allowed, or undefined for an allowed configuration. Connections to other machines need TLS and an
 * identity that the brokers check, by SASL or by a client certificate.
 */
export function reasonAgainst(config: KafkaConnection): string | undefined {
  const away = config.KAFKA_BROKERS.find((broker) => !isLoopback(broker));
  if (away === undefined || config.KAFKA_INSECURE) return undefined;
  const missing = [
    ...(usesTls(config) ? [] : ['TLS (KAFKA_SSL_ENABLED=true, or KAFKA_SSL_CA_FILE)']),
    ...(!usesSasl(config) && config.KAFKA_SSL_CERT_FILE === undefined
      ? ['SASL (KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD)']
      : []),
  ];
  if (missing.length === 0) return undefined;
  return `${away} is not this machine, and ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set; KAFKA_INSECURE=true connects all the same`;
}

/** Returns why the token URL is not allowed, or undefined for an allowed URL. Without https, the client secret is sent in clear text. */
function reasonAgainstTokenUrl({ KAFKA_OAUTH_TOKEN_URL: url, KAFKA_INSECURE }: KafkaConnection): string | undefined {
  if (url === undefined || KAFKA_INSECURE) return undefined;
  const { protocol, host } = new URL(url);
  if (protocol === 'https:' || isLoopback(host)) return undefined;
  return `${host} is not this machine, and the URL is not https; KAFKA_INSECURE=true asks all the same`;
}

/** Adds checks to a configuration schema. For example, brokers on another machine without TLS and SASL are an error. */
export const guarded = <Schema extends z.ZodType<KafkaConnection>>(schema: Schema): Schema =>
  schema.superRefine((config, context) => {
    const message = reasonAgainst(config);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['KAFKA_BROKERS'], message });
    const ofTokens = reasonAgainstTokenUrl(config);
    if (ofTokens !== undefined)
      context.addIssue({ code: 'custom', path: ['KAFKA_OAUTH_TOKEN_URL'], message: ofTokens });
    for (const name of missingForSasl(config))
      context.addIssue({ code: 'custom', path: [name], message: `${config.KAFKA_SASL_MECHANISM} needs it` });
  });
