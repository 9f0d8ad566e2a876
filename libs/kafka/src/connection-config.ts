import { Flag } from '@portico/service/config';
import { z } from 'zod';
import { SaslConfig } from './sign-on/sasl-config.ts';

/**
 * Environment variables for connecting to Kafka, which every service and tool reads. TLS is on if KAFKA_SSL_ENABLED is true, or by
 * default if a KAFKA_SSL_*_FILE is set. SASL is on if a user name is set, or a mechanism that needs no user name.
 */
export const KafkaConnection = z.object({
  /** `host:port` pairs of Kafka's brokers, separated by commas. */
  KAFKA_BROKERS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((broker) => broker.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string()).min(1)),
  /** Allows connections without TLS and SASL to brokers on other machines. By default, such a configuration is an error. */
  KAFKA_INSECURE: Flag.default(false),
  /** Whether connections to Kafka use TLS. Default: true if a KAFKA_SSL_*_FILE is set. */
  KAFKA_SSL_ENABLED: Flag.optional(),
  /** File with the CA certificates (PEM) that verify the brokers' certificates. Default: Node's own CA certificates. */
  KAFKA_SSL_CA_FILE: z.string().optional(),
  /** File with the client's own certificate (PEM), if the brokers require a client certificate. */
  KAFKA_SSL_CERT_FILE: z.string().optional(),
  /** File with the private key (PEM) of the client's certificate. */
  KAFKA_SSL_KEY_FILE: z.string().optional(),
  ...SaslConfig.shape,
});
export type KafkaConnection = z.infer<typeof KafkaConnection>;

/** Returns the TLS files that are set, each with the name of the kafkajs option. */
export const sslFiles = (config: KafkaConnection): (readonly [string, string])[] => {
  const files = {
    ca: config.KAFKA_SSL_CA_FILE,
    cert: config.KAFKA_SSL_CERT_FILE,
    key: config.KAFKA_SSL_KEY_FILE,
  };
  return Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]));
};

export const usesTls = (config: KafkaConnection): boolean => config.KAFKA_SSL_ENABLED ?? sslFiles(config).length > 0;
