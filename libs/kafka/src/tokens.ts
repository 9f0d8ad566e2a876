import type { ConnectionOptions } from '@portico/postgres';

/** Injection token of the service's kafkajs client. */
export const KAFKA = Symbol('kafka');

export const RELAY_OPTIONS = Symbol('relay options');
export type RelayOptions = { connection: ConnectionOptions };

export const CONSUMER_OPTIONS = Symbol('consumer options');
export type ConsumerOptions = {
  /** Names its dead-letter topic. */
  service: string;
};
