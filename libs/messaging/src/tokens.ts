import type { LetterService } from '@portico/contracts/http/dead-letters';
import type { ConnectionOptions } from '@portico/postgres';
import type { PersonalTable } from './personal-data/personal-data.ts';

export const MESSAGING_OPTIONS = Symbol('messaging options');
export type MessagingOptions = {
  service: LetterService;
  personal: readonly PersonalTable[];
  /** Connection to the service's own database, which contains the outbox. */
  connection: ConnectionOptions;
};
