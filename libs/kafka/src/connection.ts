import { readFileSync } from 'node:fs';
import type { KafkaClientOptions } from './client.ts';
import { KafkaConnection, sslFiles, usesTls } from './connection-config.ts';
import { saslOf } from './sign-on/sasl.ts';

export type ConnectionOptions = { brokers: string[] } & Pick<KafkaClientOptions, 'ssl' | 'sasl'>;

const sslOf = (config: KafkaConnection): Pick<ConnectionOptions, 'ssl'> => {
  if (!usesTls(config)) return {};
  const files = sslFiles(config);
  if (files.length === 0) return { ssl: true };
  return { ssl: Object.fromEntries(files.map(([name, file]) => [name, readFileSync(file, 'utf8')])) };
};

/** @throws Error when a file cannot be read, or a user name is set without a password. */
export const connectionOptions = (config: KafkaConnection): ConnectionOptions => ({
  brokers: config.KAFKA_BROKERS,
  ...sslOf(config),
  ...saslOf(config),
});

/** @throws Error with one line that names the problem. */
export const connectionFrom = (environment: Readonly<Record<string, string | undefined>>): ConnectionOptions => {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { success, data, error } = KafkaConnection.safeParse(present);
  if (success) return connectionOptions(data);
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
};
