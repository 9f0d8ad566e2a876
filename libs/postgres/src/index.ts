export { ADVISORY_LOCKS } from './advisory-locks.ts';
export { DatabaseConfig } from './config.ts';
export { type ConnectionOptions, connectionOptions } from './connection.ts';
export { containing } from './containing.ts';
export { DatabaseModule } from './database.module.ts';
export { type DatabaseOptions, openDatabase } from './database.ts';
export { ofPostgres } from './errors.ts';
export { addSearchText, matching, searchIndex, searchText } from './search.ts';
