export { DatabaseConfig, databaseUrl } from './config.ts';
export { containing } from './containing.ts';
export { DatabaseModule } from './database.module.ts';
export { type DatabaseOptions, openDatabase } from './database.ts';
export { InboxMessage } from './inbox.entity.ts';
export { OUTBOX_CHANNEL, OutboxMessage } from './outbox.entity.ts';
export { Outbox } from './outbox.ts';
export { addSearchText, matching, searchIndex, searchText } from './search.ts';
