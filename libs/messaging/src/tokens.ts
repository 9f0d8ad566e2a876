import type { LetterService } from '@portico/contracts/http/dead-letters';
import type { ConnectionOptions } from '@portico/postgres';
import type { PersonalTable } from './personal-data/personal-data.ts';

export const MESSAGING_OPTIONS = Symbol('messaging options');
export type MessagingOptions = {
  service: LetterService;
  /** The tables with personal data of the service. */
  personal: readonly PersonalTable[];
  /** The service's own database, which holds the outbox. */
  connection: ConnectionOptions;
};
