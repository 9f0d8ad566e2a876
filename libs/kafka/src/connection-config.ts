import { Flag } from '@portico/service/config';
import { z } from 'zod';
import { SaslConfig } from './sign-on/sasl-config.ts';

/**
 * How a Kafka is reached: what every service and every tool reads from its environment. TLS is used as soon as one of
 * the KAFKA_SSL_* variables asks for it, SASL as soon as there is a user name or a mechanism
 * that needs none.
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
  /** Connects to brokers on other machines also without TLS and SASL, which is refused otherwise. */
  KAFKA_INSECURE: Flag.default(false),
  /** TLS to Kafka also without one of the files below. */
  KAFKA_SSL_ENABLED: Flag.optional(),
  /** File of the certificates (PEM) that the brokers' are checked against; without it, those that Node knows. */
  KAFKA_SSL_CA_FILE: z.string().optional(),
  /** File of the client's own certificate (PEM), where the brokers ask for one. */
  KAFKA_SSL_CERT_FILE: z.string().optional(),
  /** File of that certificate's key (PEM). */
  KAFKA_SSL_KEY_FILE: z.string().optional(),
  ...SaslConfig.shape,
});
export type KafkaConnection = z.infer<typeof KafkaConnection>;

/** The files that are given, by their names in the options. */
export const sslFiles = (config: KafkaConnection): (readonly [string, string])[] => {
  const files = {
    ca: config.KAFKA_SSL_CA_FILE,
    cert: config.KAFKA_SSL_CERT_FILE,
    key: config.KAFKA_SSL_KEY_FILE,
  };
  return Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]));
};

/** Whether the connection is encrypted. */
export const usesTls = (config: KafkaConnection): boolean => config.KAFKA_SSL_ENABLED ?? sslFiles(config).length > 0;
