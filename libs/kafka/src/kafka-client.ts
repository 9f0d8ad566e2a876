import { Logger } from '@nestjs/common';
import { type Kafka, type KafkaClientOptions, type logCreator, logLevel } from './client.ts';
import { connectionOptions } from './connection.ts';
import type { KafkaConfig } from './config.ts';
import { reasonAgainst } from './guarded.ts';
import { ObservedKafka } from './observed/observed-kafka.ts';

/** Writes log lines of kafkajs to the service's log. kafkajs retries its errors itself, so they are logged as warnings. */
const toServiceLog: logCreator = () => {
  const logger = new Logger('Kafka');
  return ({ level, log: { message, error } }) => {
    const fields = typeof error === 'string' ? { error } : {};
    if (level <= logLevel.WARN) logger.warn(fields, message);
    else logger.debug(fields, message);
  };
};

/**
 * Connection options of every Kafka client of a service. `clientId` is the service's name. A client retries a request at least once a
 * second and for more than a minute, so that requests survive the loss of a broker, whose partitions get new leaders within seconds.
 * @throws Error when the client would connect to another machine without TLS and SASL. Config checks normally report this earlier.
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

/** @param retries - retries of one request, for callers that should fail sooner than the default. */
export const kafkaClient = (config: KafkaConfig, clientId: string, retries?: number): Kafka => {
  const options = clientOptions(config, clientId);
  return new ObservedKafka({ ...options, retry: { ...options.retry, ...(retries !== undefined && { retries }) } });
};
