import type { LetterService } from '@portico/contracts/http/dead-letters';
import type { ConnectionOptions } from '@portico/postgres';

export const MESSAGING_OPTIONS = Symbol('messaging options');
export type MessagingOptions = {
  service: LetterService;
  /** The service's own database, which holds the outbox. */
  connection: ConnectionOptions;
};
