import type { DatabaseOptions } from '@portico/postgres';
import { DeadLetter } from './dead-letters/dead-letter.entity.ts';
import {
  DeadLettersMigration,
  InboxRemovalMigration,
  LetterNamesMigration,
  MessagesMigration,
  OutboxTraceMigration,
  RelayLeaseMigration,
} from './messages.migration.ts';
import { OutboxMessage } from './outbox/outbox.entity.ts';
import { RelayLease } from './relay/relay-lease.entity.ts';

/** Adds the tables for the outbox, the relay and dead letters to a service's database. Their migrations run before the service's. */
export const withMessaging = (options: DatabaseOptions): DatabaseOptions => ({
  ...options,
  entities: [OutboxMessage, RelayLease, DeadLetter, ...options.entities],
  migrations: [
    MessagesMigration,
    RelayLeaseMigration,
    InboxRemovalMigration,
    DeadLettersMigration,
    OutboxTraceMigration,
    LetterNamesMigration,
    ...options.migrations,
  ],
});
