import { Logger } from '@nestjs/common';
import { type Kafka, type KafkaClientOptions, type logCreator, logLevel } from './client.ts';
import { connectionOptions } from './connection.ts';
import type { KafkaConfig } from './config.ts';
import { reasonAgainst } from './guarded.ts';
import { ObservedKafka } from './observed/observed-kafka.ts';

/** kafkajs's log lines in the service's own log. Its errors are retried by itself, so they are warnings here. */
const toServiceLog: logCreator = () => {
  const logger = new Logger('Kafka');
  return ({ level, log: { message, error } }) => {
    const fields = typeof error === 'string' ? { error } : {};
    if (level <= logLevel.WARN) logger.warn(fields, message);
    else logger.debug(fields, message);
  };
};

/**
 * Connection settings of every Kafka client of a service; `clientId` is the service's name. A request is tried again for
 * more than a minute, at least once a second: a lost broker is replaced within seconds.
 * @throws Error when it would connect to another machine without TLS and SASL: configurations say so first.
 */
export const clientOptions = (config: KafkaConfig, clientId: string): KafkaClientOptions => {
  const reason = reasonAgainst(config);
  if (reason !== undefined) throw new Error(`KAFKA_BROKERS: ${reason}`);
  return {
    clientId,
    ...connectionOptions(config),
    logCreator: toServiceLog,
    logLevel: logLevel.WARN,
    connectionTimeout: 3_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 80 },
  };
};

/** @param retries - retries of one request, for callers that would rather fail soon. */
export const kafkaClient = (config: KafkaConfig, clientId: string, retries?: number): Kafka => {
  const options = clientOptions(config, clientId);
  return new ObservedKafka({ ...options, retry: { ...options.retry, ...(retries !== undefined && { retries }) } });
};
