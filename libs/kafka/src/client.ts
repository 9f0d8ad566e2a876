import { Logger } from '@nestjs/common';
import { Kafka, type KafkaConfig as ClientOptions, logLevel, type logCreator } from 'kafkajs';
import type { KafkaConfig } from './config.ts';

/** kafkajs's log lines in the service's own log. Its errors are retried by itself, so they are warnings here. */
const toServiceLog: logCreator = () => {
  const logger = new Logger('Kafka');
  return ({ level, log: { message, error } }) => {
    const line = typeof error === 'string' ? `${message}: ${error}` : message;
    if (level <= logLevel.WARN) logger.warn(line);
    else logger.debug(line);
  };
};

/** Connection settings of every Kafka client of a service; `clientId` is the service's name. Retries for ever with a growing pause. */
export const clientOptions = (config: KafkaConfig, clientId: string): ClientOptions => ({
  clientId,
  brokers: config.KAFKA_BROKERS,
  logCreator: toServiceLog,
  logLevel: logLevel.WARN,
  connectionTimeout: 3_000,
  retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 20 },
});

/** @param retries - how often one request is tried again, when whoever asks would rather know soon. */
export const kafkaClient = (config: KafkaConfig, clientId: string, retries?: number): Kafka => {
  const options = clientOptions(config, clientId);
  return new Kafka({ ...options, retry: { ...options.retry, ...(retries !== undefined && { retries }) } });
};
