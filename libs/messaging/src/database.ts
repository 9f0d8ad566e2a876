import type { DatabaseOptions } from '@portico/postgres';
import { InboxRemovalMigration, MessagesMigration, RelayLeaseMigration } from './messages.migration.ts';
import { OutboxMessage } from './outbox/outbox.entity.ts';
import { RelayLease } from './relay/relay-lease.entity.ts';

/** A service's database with the tables of the outbox and its relay, which come first. */
export const withMessaging = (options: DatabaseOptions): DatabaseOptions => ({
  ...options,
  entities: [OutboxMessage, RelayLease, ...options.entities],
  migrations: [MessagesMigration, RelayLeaseMigration, InboxRemovalMigration, ...options.migrations],
});
