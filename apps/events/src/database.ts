import type { DatabaseConfig, DatabaseOptions } from '@portico/postgres';
import { DoorUsage } from './doors/quota/door-usage.entity.ts';
import { DoorUsageMigration } from './doors/quota/door-usage.migration.ts';
import { RedriveOutcome, RedriveRun } from './redrive/redrive.entity.ts';
import { RedrivesMigration } from './redrive/redrive.migration.ts';

/** The service's PostgreSQL database: redrive runs, and the used quotas of integrations. */
export const eventsDatabase = (config: DatabaseConfig): DatabaseOptions => ({
  name: 'events',
  config,
  entities: [RedriveRun, RedriveOutcome, DoorUsage],
  migrations: [RedrivesMigration, DoorUsageMigration],
});
