export { afterCommitOf, type Written } from './after-commit.ts';
export { ADVISORY_LOCKS } from './advisory-locks.ts';
export { DatabaseConfig } from './config.ts';
export { type ConnectionOptions, connectionOptions, directOptions } from './connection.ts';
export { DatabaseModule } from './database.module.ts';
export { migrateDatabase, openDatabase, pendingMigrations } from './database.ts';
export { type ErasedOrganization, erasedLines, eraseRows, type ErasedTables } from './erase.ts';
export { ofPostgres } from './errors.ts';
export { migrateCommand } from './migrate-command.ts';
export type { DatabaseOptions } from './orm.ts';
export { intArray } from './int-array.ts';
export { isoSql } from './iso-sql.ts';
export { Listener } from './listener.ts';
export {
  isGivenUp,
  leaseOldest,
  nextAttemptSql,
  noteGivenUp,
  retrySeconds,
  showQueues,
  workTogether,
} from './queue.ts';
export { addSearchText, containing, foldSql, matching, renewSearchText, searchIndex, searchText } from './search.ts';
export { storable } from './storable.ts';
