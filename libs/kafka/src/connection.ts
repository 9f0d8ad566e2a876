import { readFileSync } from 'node:fs';
import type { KafkaClientOptions } from './client.ts';
import { Flag } from '@portico/service/config';
import { z } from 'zod';
import { SaslConfig, saslOf } from './sign-on/sasl.ts';

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

export type ConnectionOptions = { brokers: string[] } & Pick<KafkaClientOptions, 'ssl' | 'sasl'>;

/** The files that are given, by their names in the options. */
const sslFiles = (config: KafkaConnection): (readonly [string, string])[] => {
  const files = {
    ca: config.KAFKA_SSL_CA_FILE,
    cert: config.KAFKA_SSL_CERT_FILE,
    key: config.KAFKA_SSL_KEY_FILE,
  };
  return Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]));
};

/** Whether the connection is encrypted. */
export const usesTls = (config: KafkaConnection): boolean => config.KAFKA_SSL_ENABLED ?? sslFiles(config).length > 0;

const sslOf = (config: KafkaConnection): Pick<ConnectionOptions, 'ssl'> => {
  if (!usesTls(config)) return {};
  const given = sslFiles(config);
  if (given.length === 0) return { ssl: true };
  return { ssl: Object.fromEntries(given.map(([name, file]) => [name, readFileSync(file, 'utf8')])) };
};

/**
 * The part of kafkajs's options that says where Kafka is and how one gets in.
 * @throws Error when a file cannot be read, or a user name comes without a password.
 */
export const connectionOptions = (config: KafkaConnection): ConnectionOptions => ({
  brokers: config.KAFKA_BROKERS,
  ...sslOf(config),
  ...saslOf(config),
});

/** The same straight from an environment. @throws Error with one line that names what is wrong. */
export const connectionFrom = (environment: Readonly<Record<string, string | undefined>>): ConnectionOptions => {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { success, data, error } = KafkaConnection.safeParse(present);
  if (success) return connectionOptions(data);
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
};
