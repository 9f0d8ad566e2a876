import { Flag } from '@portico/service/config';
import { z } from 'zod';
import { SaslConfig } from './sign-on/sasl-config.ts';

/**
 * How to connect to Kafka. Read from the environment by every service and tool. TLS is used if one of the KAFKA_SSL_* variables asks
 * for it, SASL if there is a user name or a mechanism that does not need one.
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
  /** Allows connections to brokers on other machines without TLS and SASL, which are otherwise refused. */
  KAFKA_INSECURE: Flag.default(false),
  /** Uses TLS for Kafka even without one of the files below. */
  KAFKA_SSL_ENABLED: Flag.optional(),
  /** File with the CA certificates (PEM) that the brokers' certificates are checked against. Default: those that Node knows. */
  KAFKA_SSL_CA_FILE: z.string().optional(),
  /** File with the client's own certificate (PEM), if the brokers ask for one. */
  KAFKA_SSL_CERT_FILE: z.string().optional(),
  /** File of that certificate's key (PEM). */
  KAFKA_SSL_KEY_FILE: z.string().optional(),
  ...SaslConfig.shape,
});
export type KafkaConnection = z.infer<typeof KafkaConnection>;

/** The configured files, by their option names. */
export const sslFiles = (config: KafkaConnection): (readonly [string, string])[] => {
  const files = {
    ca: config.KAFKA_SSL_CA_FILE,
    cert: config.KAFKA_SSL_CERT_FILE,
    key: config.KAFKA_SSL_KEY_FILE,
  };
  return Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]));
};

/** Whether the connection uses TLS. */
export const usesTls = (config: KafkaConnection): boolean => config.KAFKA_SSL_ENABLED ?? sslFiles(config).length > 0;
