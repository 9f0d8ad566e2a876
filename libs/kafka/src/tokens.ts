import type { ConnectionOptions } from '@portico/database';

/** Injection token of the service's kafkajs client. */
export const KAFKA = Symbol('kafka');

export const RELAY_OPTIONS = Symbol('relay options');
export type RelayOptions = { connection: ConnectionOptions };

export const INBOX_OPTIONS = Symbol('inbox options');
export type InboxOptions = {
  /** Consumer's name in the inbox, and of its dead-letter topic. */
  service: string;
};
