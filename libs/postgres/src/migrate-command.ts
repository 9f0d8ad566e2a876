import { readConfig, runMigrate } from '@portico/service';
import { DatabaseConfig } from './config.ts';
import { migrateDatabase, pendingMigrations } from './database.ts';
import type { DatabaseOptions } from './orm.ts';

/**
 * Runs the command `migrate [--check]` of a service.
 * @returns false if the arguments name another command or none.
 */
export async function migrateCommand(
  [command, ...args]: readonly string[],
  database: (config: DatabaseConfig) => DatabaseOptions,
): Promise<boolean> {
  if (command !== 'migrate') return false;
  const options = database(readConfig('migrate', DatabaseConfig));
  await runMigrate(args, {
    name: options.name,
    pending: () => pendingMigrations(options),
    migrate: () => migrateDatabase(options),
  });
  return true;
}
