import type { ConnectionOptions } from '@portico/postgres';

export const MESSAGING_OPTIONS = Symbol('messaging options');
export type MessagingOptions = {
  /** Names the dead-letter topic. */
  service: string;
  /** The service's own database, which holds the outbox. */
  connection: ConnectionOptions;
};
