import { Flag } from '@portico/service/config';
import { z } from 'zod';
import { connectionOptions, KafkaConnection } from './connection.ts';

/** What a service reads from its environment about Kafka. */
export const KafkaConfig = KafkaConnection.extend({
  /** Replicas of each topic that the project creates; use 3 on a cluster. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).default(1),
  /** Whether a Kafka on another machine may be reached without TLS and SASL: the network between is trusted. */
  KAFKA_INSECURE: Flag.default(false),
  /** Partitions of the events topic when it is created. Later, `npm run kafka:topics -- --partitions` adds some. */
  KAFKA_EVENTS_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(6),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** @throws Error for brokers on another machine that are reached without TLS and without SASL, unless that is deliberate. */
export function requireSecurity(config: KafkaConfig): void {
  const hosts = config.KAFKA_BROKERS.map((broker) => broker.replace(/:\d+$/, ''));
  const elsewhere = hosts.find((host) => !LOOPBACK.test(host));
  const { ssl, sasl } = connectionOptions(config);
  if (elsewhere === undefined || config.KAFKA_INSECURE || (ssl && sasl)) return;
  throw new Error(
    `Kafka at ${elsewhere} would be reached without ${[...(ssl ? [] : ['TLS']), ...(sasl ? [] : ['SASL'])].join(' and ')}: ` +
      'set KAFKA_SSL_* and KAFKA_SASL_*, or KAFKA_INSECURE=true where the network is trusted',
  );
}
